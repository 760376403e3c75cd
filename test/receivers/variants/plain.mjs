// Can nothing but take deliveries: no clock to set, no test points, one source.
export default (Careful) =>
  class extends Careful {
    abilities() {
      return {};
    }
  };
