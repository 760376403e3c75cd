// Only the newest secret is tried.

export const metadata = {
  id: "newest-secret-only",
  mistake: "Only the newest secret is tried.",
  contract: "issues",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["rotated-secret/old-and-new"],
};

export default (Careful) =>
  class extends Careful {
    secretsOf(source) {
      return source.secrets.slice(0, 1);
    }
  };
