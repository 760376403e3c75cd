/** The contract of a provider that does not exist, for a person to turn into one that does. */
export function starterContract(provider: string): string {
  return `# What your provider promises. It does not exist yet: this one is called ${JSON.stringify(provider)} and sells orders. Turn it into yours,
# from the top down, and say for each fact where you read it (\`source:\`). What the documentation does not say is written
# \`{ value: undocumented, assume: … }\`: nobody may rely on it, and the mock provider enacts what you assume.
# There are contracts of real providers to look at in node_modules/threeworlds/contracts.
threeworlds: 1

provider:
  name: ${JSON.stringify(provider)}
  docs: https://docs.example.com
  baseUrl: https://api.example.com
  # reviewed: 2026-11-30   the day on which somebody last held this file against the documentation

# How the provider knows who is calling: bearer, basic, header, query, oauth2 or none.
credentials:
  scheme: bearer

operations:
  createOrder:
    summary: Place an order
    basis: assumed # until you have read it: then \`documented\`, and \`source:\`
    nature: creates # a repeat makes a second one; \`sets\` and \`removes\` repeat harmlessly

    request:
      method: POST
      path: /v1/orders
      body: json
      schema:
        type: object
        required: [item, quantity]
        properties:
          item: { type: string }
          quantity: { type: integer, minimum: 1 }
          external_id: { type: string, maxLength: 100 }
      # Where your own identity of the order travels, if the provider has a field for it.
      reference: /external_id
      example: { body: { item: paper, quantity: 3, external_id: "{{businessKey}}" } }
      varies: /item # the field that is changed to get another order

    # How the provider deduplicates; \`idempotency: none\` when it does not.
    idempotency:
      key: { in: header, name: Idempotency-Key, maxLength: 255 }
      scope: [account]
      retention: { for: 24h, is: floor, from: firstRequest }
      fingerprint: [method, path, body]
      remembers: [success, clientError, serverError]
      unremembered: guarded # a repeat after an error that was not kept finds the first order
      replay: { gives: storedAnswer }
      mismatch: { status: 422, body: { error: { code: key_reused } } }
      inFlight: { status: 409, body: { error: { code: in_progress } } }

    # A receipt names what exists now; an acknowledgement only promises it.
    answer:
      is: receipt
      status: 201
      receipt: { in: body, pointer: /id }
      body:
        id: "{{effect.id}}"
        item: "{{request.body.item}}"
        quantity: "{{request.body.quantity}}"
        external_id: "{{request.body.external_id}}"
    effect: { id: "ord_{{alphanumeric 16}}" }

    # How to find out what exists; \`lookup: none\` when there is no way.
    lookup:
      - by: id
        request: { method: GET, path: "/v1/orders/{id}" }
        lag: 0s
      - by: reference
        request: { method: GET, path: /v1/orders, query: { external_id: "{{reference}}" } }
        items: /orders
        matching: exact
        lag: { typically: 0s, atMost: 5s }
        complete: true

    settlesWithin: 30s # the longest a request may still be running after the client gave up

    # Each documented failure: what it says about the order (none, maybe, done), and what to do next.
    errors:
      - { name: invalidOrder, status: 400, body: { error: { code: invalid } }, effect: none, next: stop }
      - name: rateLimited
        status: 429
        headers: { Retry-After: "1" }
        body: { error: { code: rate_limited } }
        effect: none
        next: retry
        after: [{ header: Retry-After, format: [seconds, httpDate] }, { fixed: 5s }]
      - { name: outage, status: 503, body: { error: { code: outage } }, effect: maybe, next: retrySameKey }

    compensation: none
    humanReconciliation: what stays unknown is looked up by a person
`;
}
