// Says 400 to everything that it does not take, and hangs up on a body that is too long.
export default (Careful) =>
  class extends Careful {
    statuses = {
      signature: 400,
      json: 400,
      content: 400,
      conflict: 400,
      size: 400,
      coding: 400,
      kind: 400,
      later: 500,
    };

    async handle(request, response) {
      if (Number(request.headers["content-length"] ?? 0) > this.mostBytes()) {
        request.socket.destroy();
        return undefined;
      }
      return super.handle(request, response);
    }
  };
