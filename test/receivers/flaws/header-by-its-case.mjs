// Headers are looked up as the provider's page spells them.

export const metadata = {
  id: "header-by-its-case",
  mistake: "Headers are looked up as the provider's page spells them.",
  contract: "counter",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["header-spelling/lower", "header-spelling/upper"],
};

export default (Careful) =>
  class extends Careful {
    async receive(request, response) {
      const written = new Map(
        request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1]]] : [])),
      );
      const own = this.webhooks.signature.header;
      if (!written.has(own)) delete request.headers[own.toLowerCase()];
      return super.receive(request, response);
    }
  };
