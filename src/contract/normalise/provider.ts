import type { AnswerTemplate, ProviderInfo, RefusalName } from "../model.js";
import type { ContractDocument } from "../schema.js";
import { texts } from "./values.js";

/** The kit's own wording, for what a contract does not word itself. */
const plainRefusals: Record<RefusalName, AnswerTemplate> = {
  unauthorized: { status: 401, headers: {}, body: { error: { message: "Invalid credentials." } } },
  notFound: { status: 404, headers: {}, body: { error: { message: "Not found." } } },
  invalid: { status: 400, headers: {}, body: { error: { message: "{{reason}}" } } },
  gateway: { status: 502, headers: { "Content-Type": "text/html" }, body: "<html>Bad gateway</html>" },
};

/** The provider, its refusals complete. */
export function normaliseProvider(provider: ContractDocument["provider"]): ProviderInfo {
  const worded = (name: RefusalName): AnswerTemplate => {
    const plain = plainRefusals[name];
    const own = provider.refusals?.[name];
    if (own === undefined) return plain;
    return {
      status: own.status ?? plain.status,
      headers: own.headers === undefined ? plain.headers : texts(own.headers),
      ...(own.body === undefined ? { body: plain.body ?? null } : { body: own.body }),
    };
  };
  return {
    name: provider.name,
    docs: provider.docs ?? null,
    baseUrl: provider.baseUrl ?? null,
    reviewed: provider.reviewed ?? null,
    headers: texts(provider.headers),
    refusals: {
      unauthorized: worded("unauthorized"),
      notFound: worded("notFound"),
      invalid: worded("invalid"),
      gateway: worded("gateway"),
    },
  };
}
