import {
  ACHClass,
  Configuration,
  PlaidApi,
  TransferNetwork,
  TransferType,
  type TransferAuthorizationCreateRequest,
} from "plaid";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const account = { access_token: "access-sandbox-1", account_id: "account-1" };
const authorization: TransferAuthorizationCreateRequest = {
  ...account,
  type: TransferType.Debit,
  network: TransferNetwork.Ach,
  ach_class: ACHClass.Ppd,
  amount: "12.34",
  user: { legal_name: "Anne Charleston" },
  idempotency_key: "order-17",
};

function clientOf(mock: Mock, secret = mock.credential("secret")): PlaidApi {
  const headers = { "PLAID-CLIENT-ID": mock.credential("clientId"), "PLAID-SECRET": secret };
  return new PlaidApi(new Configuration({ basePath: mock.url, baseOptions: { headers } }));
}

describe("plaid", () => {
  test("authorizes a transfer, makes it and reads it again", async () => {
    await using mock = await startMock("plaid-transfer");
    const plaid = clientOf(mock);

    const authorized = await plaid.transferAuthorizationCreate(authorization);
    const authorization_id = authorized.data.authorization.id;
    const created = await plaid.transferCreate({ ...account, authorization_id, description: "order 17" });
    const { id } = created.data.transfer;
    const read = await plaid.transferGet({ transfer_id: id });
    const found = await plaid.transferGet({ authorization_id });

    expect(mock.ids()).toEqual([authorization_id, id]);
    expect(read.data.transfer).toMatchObject({ id, authorization_id, description: "order 17" });
    expect(found.data.transfer.id).toBe(id);
    expect(mock.strays()).toEqual([]);
  });

  test("makes one authorization and one transfer out of two calls each", async () => {
    await using mock = await startMock("plaid-transfer");
    const plaid = clientOf(mock);

    const one = await plaid.transferAuthorizationCreate(authorization);
    const two = await plaid.transferAuthorizationCreate(authorization);
    const transfer = { ...account, authorization_id: one.data.authorization.id, description: "order 17" };
    const first = await plaid.transferCreate(transfer);
    const second = await plaid.transferCreate(transfer);

    expect(two.data.authorization.id).toBe(one.data.authorization.id);
    expect(second.data.transfer.id).toBe(first.data.transfer.id);
    expect(mock.ids()).toEqual([one.data.authorization.id, first.data.transfer.id]);
  });

  test("hands refusals on as the error of its HTTP client, with the body in it", async () => {
    await using mock = await startMock("plaid-transfer");

    await expect(clientOf(mock, "nobody").transferAuthorizationCreate(authorization)).rejects.toMatchObject({
      name: "AxiosError",
      response: { status: 400, data: { error_type: "INVALID_INPUT", error_code: "INVALID_API_KEYS" } },
    });

    mock.failOnce("createAuthorization", "rateLimited");
    await expect(clientOf(mock).transferAuthorizationCreate(authorization)).rejects.toMatchObject({
      name: "AxiosError",
      response: { status: 429, data: { error_type: "RATE_LIMIT_EXCEEDED" } },
    });
    expect(mock.effects()).toEqual([]);
  });
});
