// Of a batch with one bad event the good ones are applied before it is refused.

export const metadata = {
  id: "good-items-applied",
  mistake: "Of a batch with one bad event the good ones are applied before it is refused.",
  contract: "batches",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["batch/one-bad-item"],
};

export default (Careful) =>
  class extends Careful {
    async receive(request, response) {
      const raw = await this.readBytes(request);
      const header = (name) => request.headers[name.toLowerCase()];
      const delivery = { raw, header, url: request.url, method: request.method, response };
      const source = this.authenticate(delivery);
      let answer = { received: true };
      for (const content of this.readEvents(delivery)) {
        const event = this.readEvent(content, delivery, source);
        if (event !== null) answer = await this.take([event], delivery);
      }
      return answer;
    }
  };
