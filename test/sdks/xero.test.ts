import { Invoice, LineAmountTypes, XeroClient } from "xero-node";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const invoice: Invoice = {
  type: Invoice.TypeEnum.ACCREC,
  contact: { contactID: "0f8a5b0e-1e7b-4f5d-9a53-7c2b1d1f6c11" },
  lineAmountTypes: LineAmountTypes.Exclusive,
  lineItems: [{ description: "Consulting", quantity: 2, unitAmount: 120, accountCode: "200" }],
  date: "2026-11-30",
  reference: "order-17",
  status: Invoice.StatusEnum.AUTHORISED,
};

function clientOf(mock: Mock, token = mock.credential("accessToken")): XeroClient {
  const xero = new XeroClient({ clientId: "client", clientSecret: "secret" });
  xero.setTokenSet({ access_token: token });
  xero.accountingApi.basePath = `${mock.url}/api.xro/2.0`;
  return xero;
}

function create(
  xero: XeroClient,
  tenant: string,
  key?: string,
): ReturnType<XeroClient["accountingApi"]["createInvoices"]> {
  return xero.accountingApi.createInvoices(tenant, { invoices: [invoice] }, undefined, undefined, key);
}

describe("xero-node", () => {
  test("creates an invoice and reads it again by id and by reference", async () => {
    await using mock = await startMock("xero");
    const xero = clientOf(mock);
    const tenant = mock.credential("account");

    const created = await create(xero, tenant);
    const id = created.body.invoices?.[0]?.invoiceID ?? "";
    const read = await xero.accountingApi.getInvoice(tenant, id);
    const found = await xero.accountingApi.getInvoices(tenant, undefined, 'Reference=="order-17"');

    expect(mock.ids()).toEqual([id]);
    expect(read.body.invoices).toMatchObject([{ invoiceID: id, type: "ACCREC", reference: "order-17" }]);
    expect(read.body.invoices?.[0]?.updatedDateUTC).toBeInstanceOf(Date);
    expect(found.body.invoices?.map(({ invoiceID }) => invoiceID)).toEqual([id]);
    expect(mock.strays()).toEqual([]);
  });

  test("makes one invoice out of two calls with one key", async () => {
    await using mock = await startMock("xero");
    const xero = clientOf(mock);
    const tenant = mock.credential("account");

    const first = await create(xero, tenant, "order-17");
    const second = await create(xero, tenant, "order-17");

    expect(second.body.invoices).toEqual(first.body.invoices);
    expect(mock.ids()).toEqual([first.body.invoices?.[0]?.invoiceID]);
  });

  test("hands refusals on as the text of its ApiError", async () => {
    await using mock = await startMock("xero");
    const tenant = mock.credential("account");

    const stranger = await create(clientOf(mock, "nobody"), tenant).catch(readError);
    mock.failOnce("createInvoice", "validation");
    const invalid = await create(clientOf(mock), tenant).catch(readError);

    expect(stranger).toMatchObject({ response: { statusCode: 401 }, body: { Title: "Unauthorized" } });
    expect(invalid).toMatchObject({ response: { statusCode: 400 }, body: { Type: "ValidationException" } });
    expect(mock.effects()).toEqual([]);
  });
});

/** The SDK rejects with JSON, not with an Error. */
function readError(error: unknown): unknown {
  return typeof error === "string" ? JSON.parse(error) : error;
}
