import type { WebhookSender } from "../../../mock-provider/webhooks/sender.js";
import { variants } from "../../../mock-provider/webhooks/variants.js";
import { variantIds, type Defect, type VariantId } from "../../core/delivery.js";
import { expectedGot, KitError } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";

/** Short names for what is asked for most. */
const shortNames = { duplicate: "plain", conflict: "changed-value" } as const satisfies Record<
  string,
  VariantId
>;

/** The deliveries that a variant takes, the last one being the variant itself. Throws KitError("usage") for an unknown one. */
export function readAs(text: string): VariantId[] {
  const names = [...variantIds, ...Object.keys(shortNames)];
  if (text === "duplicate") return ["plain", "plain"];
  const id = variantIds.find((known) => known === (text === "conflict" ? shortNames.conflict : text));
  if (id === undefined) {
    throw new KitError(
      "usage",
      `--as: ${expectedGot(`one of ${names.join(", ")}`, `'${text}'`)}.${suggest(text, names)}`,
    );
  }
  const { repeats, newDeliveryId, defects } = variants[id];
  const isSecond = repeats === true || newDeliveryId === true || defects.includes("conflict");
  return isSecond ? ["plain", id] : [id];
}

/** Every variant with what it lacks, for `--as list`. */
export function listText(sender: WebhookSender, event: string): string {
  const width = Math.max(...variantIds.map(({ length }) => length));
  const lines = variantIds.map((id) => {
    const lack = sender.lacks(id, event);
    const { defects } = variants[id];
    const what = defects.length === 0 ? "genuine" : `wrong: ${defects.join(", ")}`;
    return `${id.padEnd(width)}  ${lack === null ? what : `not here: ${lack}`}`;
  });
  return `${lines.join("\n")}\n`;
}

/** What a careful receiver does with a delivery; null where either is right. */
export function wanted(
  defects: readonly Defect[],
  unknownKind: "acknowledge" | "refuse",
): "taken" | "refused" | null {
  if (defects.includes("coding")) return null;
  if (defects.includes("kind")) return unknownKind === "acknowledge" ? "taken" : "refused";
  return defects.length === 0 ? "taken" : "refused";
}
