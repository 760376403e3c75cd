// The key is pasted into the URL as it is.
// It worked for all the orders of that year.

export const metadata = {
  id: "key-pasted-into-url",
  mistake: "The key is pasted into the URL as it is.",
  contract: "query-key",
  stoppedBy: ["distinct-keys"],
  scenarios: ["business-keys/special-characters"],
};

export default (Careful) =>
  class extends Careful {
    makeKey(operation, record) {
      return record.businessKey;
    }

    exchange(request) {
      const { name } = this.contract.operations[0].idempotency.key;
      const key = request.url.searchParams.get(name);
      if (key === null) return super.exchange(request);
      return super.exchange({
        ...request,
        url: `${request.url.origin}${request.url.pathname}?${name}=${key.replaceAll('"', "%22")}`,
      });
    }
  };
