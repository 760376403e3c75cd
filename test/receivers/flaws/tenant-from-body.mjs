// The body says whose event it is.

export const metadata = {
  id: "tenant-from-body",
  mistake: "The body says whose event it is.",
  contract: "tenants",
  stoppedBy: ["source-bound"],
  scenarios: ["another-tenant/named-in-body"],
};

export default (Careful) =>
  class extends Careful {
    sourceOf(content) {
      return content[this.webhooks.source.named.slice(1)];
    }
  };
