// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** openapi.yaml as it was written, comments and all. */
export const openapiYaml: string = [
  "# The contract of the skip tracing service, written by hand.",
  "#",
  "# Everything typed comes from this file: packages/contract (types, operation policies, examples), the server's",
  "# validation, the SDK and the command line. After a change run `npm run generate` and commit what it writes.",
  "#",
  "# House rules of this file",
  "# - Request objects ignore unknown fields and response objects may gain fields: no additionalProperties: false.",
  "# - Every field has a description; every body, of a request and of each answer, has an example that validates.",
  "# - Patterns are ECMA-262 with the `u` flag, so \\uD800-\\uDFFF stands for a surrogate that has lost its partner.",
  "# - What OpenAPI cannot say is in extensions, which the generator turns into `operationPolicies`:",
  "#     x-skiptrace-money          free | charges",
  "#     x-skiptrace-price-cents    what one match costs, where money is `charges`",
  "#     x-skiptrace-safety         safe (a read) | repeatable (may be sent again: nothing can be charged twice)",
  "#                                | charged (may charge: send again only as x-skiptrace-idempotency allows)",
  "#     x-skiptrace-idempotency    key (Idempotency-Key is supported) | state (the job's status decides)",
  "#                                | inherent (a read) | none (sent twice it happens twice)",
  "#     x-skiptrace-rate-limit     name, limit, windowSeconds, scope (account | ip), configurable",
  "#     x-skiptrace-personal-data  on a field: it describes a person or their property; never log it",
  "#     x-skiptrace-secret         on a field: whoever holds the value can act with it; never log it",
  "#     x-skiptrace-trimmed        on a field: the server trims it first, then checks it against its schema",
  "#     x-skiptrace-must           on a field: what a refusal says it must do, where no keyword of JSON Schema says it",
  "#     x-skiptrace-only-in        on a field of SkipTraceJob: list | detail",
  "openapi: 3.1.0",
  "info:",
  "  title: Skip Tracing Service",
  "  version: 1.0.0",
  "  summary: A US property address in, the property owner's contact details out.",
  "  license:",
  "    name: MIT",
  "    identifier: MIT",
  "  description: |",
  "    Turns a US property address into its owner's contact details: names, mailing address, phone numbers (each with a",
  "    type and a Do Not Call flag) and email addresses. The address is all you need; you can't search by owner name alone.",
  "",
  "    ### Money",
  "    - A match costs 4 cents, unless the operator set another price for your account: see `GET /api/user/account`. A miss is",
  "      free and isn't an error: it's a 200 with `found: false`.",
  "    - A single lookup needs the price of one match on the balance before it runs.",
  "    - A bulk lookup reserves the price of one match for each entry, then refunds what didn't match.",
  "    - A CSV job charges nothing until you confirm it, and then exactly the previewed total.",
  "    - If the operator set `freeRepeatDays` for your account, a property that you were charged for is free for that many",
  "      days, in any spelling and in any operation. Such an answer has `charged: 0` and `repeat: true`.",
  "    - An error charges nothing.",
  "    - All amounts are whole US cents.",
  "",
  "    ### Order of checks",
  "    Path and method (404 and 405 pages), API key (401), rate limit (429), job exists (404), job status (409), request body",
  "    (400), replay of an `Idempotency-Key`, daily cap on misses (429 with `dailyMissLimit`), balance (402), then the work.",
  "",
  "    ### Requests",
  "    Unknown fields and query parameters are ignored. A JSON body that is malformed, isn't UTF-8, is nested too deeply, is",
  "    too large (64 KB for a single lookup, 1 MB for bulk and contact) or has another content type is a 400. Operations",
  "    without a request body ignore one.",
  "",
  "    Every string has a maximum length and every list a maximum size; exceeding it is a 400 that names the field. Two `Host`",
  "    or two `Authorization` headers are a 400, and any `Transfer-Encoding` but `chunked` is a 501; both are pages. A",
  "    connection may have a few unanswered requests (this server: 8). With more, or with garbage after them, the server",
  "    finishes the current one and closes the connection: the others were neither run nor charged.",
  "",
  "    Every operation answers with `Cache-Control: no-store`, since answers may hold personal data or a signed link.",
  "",
  "    ### Pages",
  "    An unknown path is a 404 and an unsupported method a 405 (with `Allow`). Both are HTML pages that need no key, not",
  "    `Error` bodies. `HEAD` works wherever `GET` does.",
  "",
  "    ### Versions",
  "    New operations, optional request fields and response fields may appear in place: ignore what you don't recognize. A",
  "    breaking change gets a new path version. A version is retired with at least six months' notice, given in",
  "    `Deprecation`, `Sunset` and `Link` headers on each of its answers. Nothing is deprecated now.",
  "",
  "    ### Sandbox",
  "    A server started with `--sandbox`, and any server asked with a test key, knows these made-up addresses:",
  "",
  "    | address | answer |",
  "    |---|---|",
  "    | 100 Sandbox Match St, Austin, TX 78701 | a match |",
  "    | 200 Sandbox Absentee Ave, Dayton, OH 45402 | an owner who lives elsewhere |",
  "    | 300 Sandbox Full Rd, Salem, OR 97301 | 10 mobile numbers, 9 landlines, 28 emails |",
  "    | 400 Sandbox Nulls Ln, Boise, ID 83702 | a match with no details |",
  "    | 404 Sandbox Miss Blvd, Reno, NV 89501 | no match |",
  "    | 500 Sandbox Failure Way, Tulsa, OK 74103 | a server error: 500, nothing charged |",
  "    | 600 Sandbox Couple Ct, Denver, CO 80202 | two owners; the first is returned |",
  "",
  "    ### Test keys",
  "    A test key starts with `pc_test_` and works on any server, with or without `--sandbox`. It finds the owners of the",
  "    sandbox and nobody else: a real address is a miss. It costs nothing: `charged`, `totalCharged`, `pricePerRowCents` and",
  "    `totalChargeCents` are 0, no balance is needed, and misses don't count. A CSV job still waits in `preview` until you",
  "    confirm it. Everything else is as with a live key: the same fields, errors and rate limits, counted apart from those of",
  "    live keys. Test keys see test jobs only, live keys live jobs only, and an `Idempotency-Key` used with one is new",
  "    with the other.",
  "servers:",
  "  - url: http://127.0.0.1:3000",
  "    description: Your own server, as `skiptrace-server start` runs it",
  "security:",
  "  - apiKey: []",
  "tags:",
  "  - name: Lookups",
  "    description: Look up one address, or up to 100 at once.",
  "  - name: CSV jobs",
  "    description: >-",
  "      A CSV file of up to 250,000 rows: create, upload, poll until `preview`, confirm or cancel, poll until",
  "      `completed`, download. There are no webhooks.",
  "  - name: Account",
  "    description: Who you are, what is left, and what you pay.",
  "  - name: Support",
  "    description: Write to the people who run the service.",
  "",
  "# Limits that are enforced but have no place in a schema, or that several schemas share (a test compares them).",
  "x-skiptrace-limits:",
  "  addressesPerBulkRequest: 100",
  "  rowsPerJob: 250000",
  "  # \"50 MB\" is accepted generously: every file up to 50 MiB.",
  "  directUploadBytes: 52428800",
  "  presignedUploadBytes: 1073741824",
  "  filenameLength: 500",
  "  jobsInList: 50",
  "  mobilesPerMatch: 10",
  "  landlinesPerMatch: 9",
  "  emailsPerMatch: 28",
  "  # The most an operator may charge for a match.",
  "  maxPriceCents: 1000",
  "  # Net misses in a UTC day, single and bulk lookups together: max(0, misses - floor(matches / 4)). By default.",
  "  dailyMissLimit: 250",
  "  matchesPerForgivenMiss: 4",
  "  idempotencyKeyHours: 24",
  "",
  "# Sets of response headers, used below by alias. None of them is required of a server but Retry-After on a 429.",
  "x-skiptrace-headers:",
  "  lookup: &lookupHeaders",
  "    X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "    RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "    RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "    RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "    Idempotency-Key: { $ref: '#/components/headers/Idempotency-Key' }",
  "    Idempotency-Replayed: { $ref: '#/components/headers/Idempotency-Replayed' }",
  "    Deprecation: { $ref: '#/components/headers/Deprecation' }",
  "    Sunset: { $ref: '#/components/headers/Sunset' }",
  "    Link: { $ref: '#/components/headers/Link' }",
  "  # Refusals are not kept, so they are never replayed.",
  "  lookupError: &lookupErrorHeaders",
  "    X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "    X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "    RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "    RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "    RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "    Idempotency-Key: { $ref: '#/components/headers/Idempotency-Key' }",
  "    Deprecation: { $ref: '#/components/headers/Deprecation' }",
  "    Sunset: { $ref: '#/components/headers/Sunset' }",
  "    Link: { $ref: '#/components/headers/Link' }",
  "  create: &createHeaders",
  "    X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "    RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "    RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "    RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "    Idempotency-Key: { $ref: '#/components/headers/Idempotency-Key' }",
  "    Idempotency-Replayed: { $ref: '#/components/headers/Idempotency-Replayed' }",
  "  createError: &createErrorHeaders",
  "    X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "    X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "    RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "    RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "    RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "    Idempotency-Key: { $ref: '#/components/headers/Idempotency-Key' }",
  "  plain: &plainHeaders",
  "    X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "    RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "    RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "    RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "  plainError: &plainErrorHeaders",
  "    X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "    X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "    RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "    RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "    RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "",
  "paths:",
  "  /api/v1/skip-trace:",
  "    post:",
  "      operationId: skipTraceSingle",
  "      tags: [Lookups]",
  "      summary: Look up one address",
  "      description: >-",
  "        Finds the owner of one property. A match costs 4 cents by default; a miss is free. For a list, use bulk or a CSV job",
  "        instead of a loop. Send an `Idempotency-Key` so that you can repeat the request without paying twice.",
  "      x-skiptrace-money: charges",
  "      x-skiptrace-price-cents: 4",
  "      x-skiptrace-safety: charged",
  "      x-skiptrace-idempotency: key",
  "      x-skiptrace-rate-limit: { name: single, limit: 500, windowSeconds: 60, scope: account, configurable: false }",
  "      parameters:",
  "        - $ref: '#/components/parameters/IdempotencyKey'",
  "      requestBody:",
  "        required: true",
  "        description: The address. At most 64 KB of JSON.",
  "        content:",
  "          application/json:",
  "            schema: { $ref: '#/components/schemas/AddressInput' }",
  "            examples:",
  "              addressOnly:",
  "                summary: Only the address, on one line",
  "                value: { address: '100 Sandbox Match St, Austin, TX 78701' }",
  "              match:",
  "                summary: 'Sandbox: a plain match'",
  "                value: { address: 100 Sandbox Match St, city: Austin, state: TX, zip: '78701' }",
  "              absentee:",
  "                summary: 'Sandbox: an owner who lives elsewhere'",
  "                value: { address: 200 Sandbox Absentee Ave, city: Dayton, state: OH, zip: '45402' }",
  "              full:",
  "                summary: 'Sandbox: as many phones and emails as a match can have'",
  "                value: { address: 300 Sandbox Full Rd, city: Salem, state: OR, zip: '97301' }",
  "              nulls:",
  "                summary: 'Sandbox: a match with no details on file'",
  "                value: { address: 400 Sandbox Nulls Ln, city: Boise, state: ID, zip: '83702' }",
  "              miss:",
  "                summary: 'Sandbox: a miss'",
  "                value: { address: 404 Sandbox Miss Blvd, city: Reno, state: NV, zip: '89501' }",
  "              failure:",
  "                summary: 'Sandbox: a server error, nothing charged'",
  "                value: { address: 500 Sandbox Failure Way, city: Tulsa, state: OK, zip: '74103' }",
  "              couple:",
  "                summary: 'Sandbox: a property with two owners'",
  "                value: { address: 600 Sandbox Couple Ct, city: Denver, state: CO, zip: '80202' }",
  "      responses:",
  "        '200':",
  "          description: A match, which is charged, or a free miss.",
  "          headers: *lookupHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/SkipTraceResponse' }",
  "              examples:",
  "                match: { $ref: '#/components/examples/SandboxMatch' }",
  "                absentee: { $ref: '#/components/examples/SandboxAbsentee' }",
  "                full: { $ref: '#/components/examples/SandboxFull' }",
  "                nulls: { $ref: '#/components/examples/SandboxNulls' }",
  "                couple: { $ref: '#/components/examples/SandboxCouple' }",
  "                miss: { $ref: '#/components/examples/SandboxMiss' }",
  "        '400':",
  "          description: The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field.",
  "          headers: *lookupErrorHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/Error' }",
  "              examples:",
  "                missingAddress:",
  "                  summary: A required field is missing",
  "                  value: { error: address is required }",
  "                invalidFields:",
  "                  summary: Two fields are invalid",
  "                  value: { error: state must be a two-letter code; zip must be 5 digits }",
  "                brokenJson:",
  "                  summary: The body is not JSON",
  "                  value: { error: The request body is not valid JSON }",
  "                keyOfAnotherBody:",
  "                  summary: The Idempotency-Key was already used with another body",
  "                  value: { error: Idempotency-Key was already used with a different request }",
  "        '401': { $ref: '#/components/responses/LookupUnauthorized' }",
  "        '402': { $ref: '#/components/responses/LookupInsufficientBalance' }",
  "        '429': { $ref: '#/components/responses/LookupTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/LookupServerError' }",
  "",
  "  /api/v1/skip-trace-bulk:",
  "    post:",
  "      operationId: skipTraceBulk",
  "      tags: [Lookups]",
  "      summary: Look up 1 to 100 addresses",
  "      description: >-",
  "        Looks up 1 to 100 addresses at once. Results are in the order of the request. The price of a match for every entry",
  "        is reserved first, and refunded for entries that don't match. An address that appears twice is looked up twice, and",
  "        if it matches, charged twice (once with `freeRepeatDays`). Send an `Idempotency-Key` so that you can repeat the request without paying twice.",
  "      x-skiptrace-money: charges",
  "      x-skiptrace-price-cents: 4",
  "      x-skiptrace-safety: charged",
  "      x-skiptrace-idempotency: key",
  "      x-skiptrace-rate-limit: { name: bulk, limit: 250, windowSeconds: 60, scope: account, configurable: false }",
  "      parameters:",
  "        - $ref: '#/components/parameters/IdempotencyKey'",
  "      requestBody:",
  "        required: true",
  "        description: The addresses. At most 1 MB of JSON.",
  "        content:",
  "          application/json:",
  "            schema: { $ref: '#/components/schemas/BulkSkipTraceRequest' }",
  "            examples:",
  "              sandbox:",
  "                summary: 'Sandbox: a match, a miss and an absentee owner'",
  "                value:",
  "                  addresses:",
  "                    - { address: 100 Sandbox Match St, city: Austin, state: TX, zip: '78701' }",
  "                    - { address: 404 Sandbox Miss Blvd, city: Reno, state: NV, zip: '89501' }",
  "                    - { address: '200 Sandbox Absentee Ave, Dayton, OH 45402' }",
  "      responses:",
  "        '200':",
  "          description: One result for each address, in the order of the request.",
  "          headers: *lookupHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/BulkSkipTraceResponse' }",
  "              examples:",
  "                sandbox:",
  "                  summary: Two of three matched",
  "                  value:",
  "                    success: true",
  "                    total: 3",
  "                    matched: 2",
  "                    totalCharged: 8",
  "                    results:",
  "                      - found: true",
  "                        charged: 4",
  "                        contact:",
  "                          firstName: Jordan",
  "                          lastName: Avery",
  "                          fullName: Jordan Avery",
  "                          propertyAddress: 100 Sandbox Match St",
  "                          propertyCity: Austin",
  "                          propertyState: TX",
  "                          propertyZip: '78701'",
  "                          mailingAddress: 100 Sandbox Match St",
  "                          mailingCity: Austin",
  "                          mailingState: TX",
  "                          mailingZip: '78701'",
  "                        phones:",
  "                          - { number: '5125550100', type: mobile, dnc: false }",
  "                          - { number: '5125550101', type: landline, dnc: true }",
  "                        emails: [jordan.avery@example.com]",
  "                      - { found: false, charged: 0, contact: null, phones: [], emails: [] }",
  "                      - found: true",
  "                        charged: 4",
  "                        contact:",
  "                          firstName: Priya",
  "                          lastName: Holloway",
  "                          fullName: Priya Holloway",
  "                          propertyAddress: 200 Sandbox Absentee Ave",
  "                          propertyCity: Dayton",
  "                          propertyState: OH",
  "                          propertyZip: '45402'",
  "                          mailingAddress: 12 Sandbox Harbor Rd",
  "                          mailingCity: Portland",
  "                          mailingState: ME",
  "                          mailingZip: '04101'",
  "                        phones:",
  "                          - { number: '9375550110', type: mobile, dnc: false }",
  "                        emails: [priya.holloway@example.com]",
  "                noMatch:",
  "                  summary: Nothing matched, nothing charged",
  "                  value:",
  "                    success: true",
  "                    total: 1",
  "                    matched: 0",
  "                    totalCharged: 0",
  "                    results:",
  "                      - { found: false, charged: 0, contact: null, phones: [], emails: [] }",
  "        '400':",
  "          description: >-",
  "            The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field by its path.",
  "          headers: *lookupErrorHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/Error' }",
  "              examples:",
  "                invalidEntry:",
  "                  summary: The second entry is invalid (entries count from 0)",
  "                  value: { error: 'addresses[1].zip must be 5 digits' }",
  "                tooMany:",
  "                  summary: More than 100 addresses",
  "                  value: { error: addresses must hold at most 100 entries }",
  "                tooFew:",
  "                  summary: No addresses",
  "                  value: { error: addresses must have at least 1 entry }",
  "        '401': { $ref: '#/components/responses/LookupUnauthorized' }",
  "        '402': { $ref: '#/components/responses/LookupInsufficientBalance' }",
  "        '429': { $ref: '#/components/responses/LookupTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/LookupServerError' }",
  "",
  "  /api/user/account:",
  "    get:",
  "      operationId: getAccount",
  "      tags: [Account]",
  "      summary: Read your account",
  "      description: >-",
  "        The account behind the API key: its balance, its price, and its limits with what is left of them today. This",
  "        operation is an extension of the interface specification; a server without it answers with its 404 page. This read",
  "        doesn't count as using the API key.",
  "      x-skiptrace-money: free",
  "      x-skiptrace-safety: safe",
  "      x-skiptrace-idempotency: inherent",
  "      x-skiptrace-rate-limit: { name: account, limit: 600, windowSeconds: 60, scope: account, configurable: false }",
  "      responses:",
  "        '200':",
  "          description: The account.",
  "          headers: *plainHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/Account' }",
  "              examples:",
  "                live:",
  "                  summary: An account with the default price and limits",
  "                  value:",
  "                    name: My company",
  "                    mode: live",
  "                    balanceCents: 9876",
  "                    pricePerMatchCents: 4",
  "                    dailyMisses: { limit: 250, used: 12, remaining: 238, resetsAt: '2026-11-22T00:00:00.000Z' }",
  "                    requestsPerMinute: { single: 500, bulk: 250, jobs: 3000 }",
  "                    rowsPerJob: 250000",
  "                    termsUrl: null",
  "        '401': { $ref: '#/components/responses/JobUnauthorized' }",
  "        '429': { $ref: '#/components/responses/AccountTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/JobServerError' }",
  "",
  "  /api/user/skip-trace:",
  "    post:",
  "      operationId: createSkipTraceJob",
  "      tags: [CSV jobs]",
  "      summary: Create a CSV job",
  "      description: |",
  "        Creates a job in status `pending` and tells you where to upload the CSV file. Nothing is charged.",
  "",
  "        - `uploadMethod: direct`: send the file as multipart/form-data to `uploadUrl`, which is this job's",
  "          `POST /api/user/skip-trace/{jobId}/upload`, with the API key. Processing starts automatically.",
  "        - `uploadMethod: presigned`: send an HTTP PUT of the raw CSV to `uploadUrl` with `Content-Type: text/csv` and",
  "          **without** the API key: the URL carries its own signature and may belong to another host. Then call",
  "          `POST /api/user/skip-trace/{jobId}/uploaded`; the PUT alone starts nothing. A second PUT before that call",
  "          replaces the file. On this server the URL is valid for one hour and for this job only. An expired or altered",
  "          URL is a 403, a file over 1 GiB a 400.",
  "",
  "        A job without a file is cancelled after 24 hours. Repeating a create with the same `Idempotency-Key` returns the",
  "        same `jobId` with a freshly signed `uploadUrl`.",
  "      x-skiptrace-money: free",
  "      x-skiptrace-safety: repeatable",
  "      x-skiptrace-idempotency: key",
  "      x-skiptrace-rate-limit: { name: jobs, limit: 3000, windowSeconds: 60, scope: account, configurable: true }",
  "      parameters:",
  "        - $ref: '#/components/parameters/IdempotencyKey'",
  "      requestBody:",
  "        required: true",
  "        description: The file's name, and which column holds which part of the address.",
  "        content:",
  "          application/json:",
  "            schema: { $ref: '#/components/schemas/CreateSkipTraceJobRequest' }",
  "            examples:",
  "              leads:",
  "                summary: A file of leads",
  "                value:",
  "                  filename: leads.csv",
  "                  columnMapping: { address: Address, city: City, state: State, zip: Zip }",
  "              withOwnerNames:",
  "                summary: A file that names the owner you're looking for",
  "                value:",
  "                  filename: Leads 2026.CSV",
  "                  columnMapping:",
  "                    address: Property Address",
  "                    city: Property City",
  "                    state: Property State",
  "                    zip: Property Zip",
  "                    firstName: Owner 1 First Name",
  "                    lastName: Owner 1 Last Name",
  "              oneLineAddress:",
  "                summary: One column holds the whole address",
  "                value:",
  "                  filename: one-line.csv",
  "                  columnMapping: { address: Full Address, city: Full Address, state: Full Address, zip: Full Address }",
  "      responses:",
  "        '201':",
  "          description: The job was created and is waiting for its file.",
  "          headers: *createHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/CreateSkipTraceJobResponse' }",
  "              examples:",
  "                direct:",
  "                  summary: Upload by multipart form",
  "                  value:",
  "                    jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                    uploadUrl: http://127.0.0.1:3000/api/user/skip-trace/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90/upload",
  "                    uploadMethod: direct",
  "                presigned:",
  "                  summary: Upload by PUT to a signed address",
  "                  value:",
  "                    jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                    uploadUrl: http://127.0.0.1:3000/files/uploads/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90?expires=1795262400&signature=made-up",
  "                    uploadMethod: presigned",
  "        '400':",
  "          description: The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field.",
  "          headers: *createErrorHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/Error' }",
  "              examples:",
  "                invalidFilename:",
  "                  summary: Not a CSV file",
  "                  value: { error: filename must end in .csv }",
  "                missingColumn:",
  "                  summary: A column is not mapped",
  "                  value: { error: columnMapping.zip is required }",
  "        '401': { $ref: '#/components/responses/CreateUnauthorized' }",
  "        '429': { $ref: '#/components/responses/CreateTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/CreateServerError' }",
  "    get:",
  "      operationId: listSkipTraceJobs",
  "      tags: [CSV jobs]",
  "      summary: List the 50 most recent jobs",
  "      description: >-",
  "        The account's 50 most recent jobs, newest first, with their status, row counts and charges, and a fresh",
  "        `downloadUrl` for each completed one. With `contentDigest`, only jobs of that list, which echo it. This read",
  "        doesn't count as using the API key.",
  "      x-skiptrace-money: free",
  "      x-skiptrace-safety: safe",
  "      x-skiptrace-idempotency: inherent",
  "      x-skiptrace-rate-limit: { name: jobs, limit: 3000, windowSeconds: 60, scope: account, configurable: true }",
  "      parameters:",
  "        - $ref: '#/components/parameters/ContentDigest'",
  "      responses:",
  "        '200':",
  "          description: The jobs, newest first.",
  "          headers: *plainHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/SkipTraceJobList' }",
  "              examples:",
  "                none:",
  "                  summary: An account without jobs",
  "                  value: { jobs: [] }",
  "                two:",
  "                  summary: One job to confirm, one to download",
  "                  value:",
  "                    jobs:",
  "                      - id: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                        status: preview",
  "                        filename: leads.csv",
  "                        totalRows: 10000",
  "                        matchedRows: 9812",
  "                        unmatchedRows: 188",
  "                        pricePerRowCents: 4",
  "                        totalChargeCents: 39248",
  "                        refundCents: null",
  "                        nonMatchCount: 180",
  "                        origin: api",
  "                        areaZip5: null",
  "                        downloadUrl: null",
  "                        errorMessage: null",
  "                        createdAt: '2026-11-21T09:30:00.000Z'",
  "                        updatedAt: '2026-11-21T09:30:12.000Z'",
  "                      - id: 018f6e11-2c4d-7f60-8b1e-6a9d3c5e7f02",
  "                        status: completed",
  "                        filename: old-leads.csv",
  "                        totalRows: 120",
  "                        matchedRows: 100",
  "                        unmatchedRows: 20",
  "                        pricePerRowCents: 4",
  "                        totalChargeCents: 400",
  "                        refundCents: null",
  "                        nonMatchCount: 20",
  "                        origin: dashboard",
  "                        areaZip5: null",
  "                        downloadUrl: http://127.0.0.1:3000/files/results/018f6e11-2c4d-7f60-8b1e-6a9d3c5e7f02?expires=1795262400&signature=made-up",
  "                        errorMessage: null",
  "                        createdAt: '2026-11-20T16:00:00.000Z'",
  "                        updatedAt: '2026-11-20T16:04:40.000Z'",
  "        '401': { $ref: '#/components/responses/JobUnauthorized' }",
  "        '429': { $ref: '#/components/responses/JobTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/JobServerError' }",
  "",
  "  /api/user/skip-trace/{jobId}:",
  "    parameters:",
  "      - $ref: '#/components/parameters/JobId'",
  "    get:",
  "      operationId: getSkipTraceJob",
  "      tags: [CSV jobs]",
  "      summary: Read one job",
  "      description: >-",
  "        The job's current state; poll it every few seconds. Counts and the total appear from `preview` on. Once the job is",
  "        `completed`, each call signs a fresh `downloadUrl`. This read doesn't count as using the API key.",
  "      x-skiptrace-money: free",
  "      x-skiptrace-safety: safe",
  "      x-skiptrace-idempotency: inherent",
  "      x-skiptrace-rate-limit: { name: jobs, limit: 3000, windowSeconds: 60, scope: account, configurable: true }",
  "      responses:",
  "        '200':",
  "          description: The job.",
  "          headers: *plainHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/SkipTraceJob' }",
  "              examples:",
  "                processing:",
  "                  summary: Rows are being matched",
  "                  value:",
  "                    id: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                    status: processing",
  "                    filename: leads.csv",
  "                    totalRows: null",
  "                    matchedRows: null",
  "                    unmatchedRows: null",
  "                    pricePerRowCents: 4",
  "                    totalChargeCents: null",
  "                    refundCents: null",
  "                    nonMatchCount: null",
  "                    blankAddressCount: null",
  "                    downloadUrl: null",
  "                    errorMessage: null",
  "                    createdAt: '2026-11-21T09:30:00.000Z'",
  "                    updatedAt: '2026-11-21T09:30:04.000Z'",
  "                preview:",
  "                  summary: 9,812 of 10,000 rows matched × $0.04 = $392.48",
  "                  value:",
  "                    id: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                    status: preview",
  "                    filename: leads.csv",
  "                    totalRows: 10000",
  "                    matchedRows: 9812",
  "                    unmatchedRows: 188",
  "                    pricePerRowCents: 4",
  "                    totalChargeCents: 39248",
  "                    refundCents: null",
  "                    nonMatchCount: 180",
  "                    blankAddressCount: 8",
  "                    downloadUrl: null",
  "                    errorMessage: null",
  "                    createdAt: '2026-11-21T09:30:00.000Z'",
  "                    updatedAt: '2026-11-21T09:30:12.000Z'",
  "                completed:",
  "                  summary: The enriched file can be downloaded",
  "                  value:",
  "                    id: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                    status: completed",
  "                    filename: leads.csv",
  "                    totalRows: 10000",
  "                    matchedRows: 9812",
  "                    unmatchedRows: 188",
  "                    pricePerRowCents: 4",
  "                    totalChargeCents: 39248",
  "                    refundCents: null",
  "                    nonMatchCount: 180",
  "                    blankAddressCount: 8",
  "                    downloadUrl: http://127.0.0.1:3000/files/results/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90?expires=1795262400&signature=made-up",
  "                    errorMessage: null",
  "                    createdAt: '2026-11-21T09:30:00.000Z'",
  "                    updatedAt: '2026-11-21T09:31:02.000Z'",
  "                failed:",
  "                  summary: A mapped column is not in the file; nothing was charged",
  "                  value:",
  "                    id: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                    status: failed",
  "                    filename: leads.csv",
  "                    totalRows: null",
  "                    matchedRows: null",
  "                    unmatchedRows: null",
  "                    pricePerRowCents: 4",
  "                    totalChargeCents: null",
  "                    refundCents: null",
  "                    nonMatchCount: null",
  "                    blankAddressCount: null",
  "                    downloadUrl: null",
  "                    errorMessage: 'The file has no column \"Zip\". Its header is: Address, City, State, Postal Code.'",
  "                    createdAt: '2026-11-21T09:30:00.000Z'",
  "                    updatedAt: '2026-11-21T09:30:05.000Z'",
  "        '401': { $ref: '#/components/responses/JobUnauthorized' }",
  "        '404': { $ref: '#/components/responses/JobNotFound' }",
  "        '429': { $ref: '#/components/responses/JobTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/JobServerError' }",
  "",
  "  /api/user/skip-trace/{jobId}/upload:",
  "    parameters:",
  "      - $ref: '#/components/parameters/JobId'",
  "    post:",
  "      operationId: uploadSkipTraceJobFile",
  "      tags: [CSV jobs]",
  "      summary: Upload a job's CSV file (uploadMethod direct)",
  "      description: >-",
  "        Takes the CSV file of a `pending` job as multipart/form-data and starts processing it. A refused upload",
  "        leaves the job `pending`, so it can be sent again. Nothing is charged.",
  "      x-skiptrace-money: free",
  "      x-skiptrace-safety: repeatable",
  "      x-skiptrace-idempotency: state",
  "      x-skiptrace-rate-limit: { name: jobs, limit: 3000, windowSeconds: 60, scope: account, configurable: true }",
  "      requestBody:",
  "        required: true",
  "        description: >-",
  "          A form with the part `file`, which must be a file part (one with a filename). The part's own content type",
  "          is ignored.",
  "        content:",
  "          multipart/form-data:",
  "            schema: { $ref: '#/components/schemas/UploadSkipTraceJobFileRequest' }",
  "            examples:",
  "              leads:",
  "                summary: A file of two rows",
  "                value:",
  "                  file: |",
  "                    Address,City,State,Zip",
  "                    100 Sandbox Match St,Austin,TX,78701",
  "                    404 Sandbox Miss Blvd,Reno,NV,89501",
  "      responses:",
  "        '200':",
  "          description: The file was received; processing starts automatically.",
  "          headers: *plainHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/JobActionResponse' }",
  "              examples:",
  "                uploaded:",
  "                  summary: The job is waiting for a worker",
  "                  value: { status: uploaded, jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90 }",
  "                processing:",
  "                  summary: A worker picked it up at once",
  "                  value: { status: processing, jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90 }",
  "        '400':",
  "          description: >-",
  "            The form is malformed or has no file part named `file`, or the file is empty or larger than 50 MB. `error`",
  "            names `file`. The job is still `pending`.",
  "          headers: *plainErrorHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/Error' }",
  "              examples:",
  "                missingFile:",
  "                  summary: No file part",
  "                  value: { error: file is required and must be a file part }",
  "                emptyFile:",
  "                  summary: An empty file",
  "                  value: { error: file is empty }",
  "                tooLarge:",
  "                  summary: More than 50 MB",
  "                  value: { error: file must be at most 50 MB }",
  "        '401': { $ref: '#/components/responses/JobUnauthorized' }",
  "        '404': { $ref: '#/components/responses/JobNotFound' }",
  "        '409': { $ref: '#/components/responses/JobConflict' }",
  "        '429': { $ref: '#/components/responses/JobTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/JobServerError' }",
  "",
  "  /api/user/skip-trace/{jobId}/uploaded:",
  "    parameters:",
  "      - $ref: '#/components/parameters/JobId'",
  "    post:",
  "      operationId: markSkipTraceJobUploaded",
  "      tags: [CSV jobs]",
  "      summary: Finish an upload (uploadMethod presigned)",
  "      description: >-",
  "        Call this after the PUT of the raw CSV (`Content-Type: text/csv`, no API key) to `uploadUrl` succeeded. It starts",
  "        processing the job, which must be `pending`; without a PUT it's a 409 that names pending. After this the file",
  "        can't be replaced. No body. Nothing is charged.",
  "      x-skiptrace-money: free",
  "      x-skiptrace-safety: repeatable",
  "      x-skiptrace-idempotency: state",
  "      x-skiptrace-rate-limit: { name: jobs, limit: 3000, windowSeconds: 60, scope: account, configurable: true }",
  "      responses:",
  "        '200':",
  "          description: The upload is complete; processing starts automatically.",
  "          headers: *plainHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/JobActionResponse' }",
  "              examples:",
  "                uploaded:",
  "                  summary: The job is waiting for a worker",
  "                  value: { status: uploaded, jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90 }",
  "                processing:",
  "                  summary: A worker picked it up at once",
  "                  value: { status: processing, jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90 }",
  "        '401': { $ref: '#/components/responses/JobUnauthorized' }",
  "        '404': { $ref: '#/components/responses/JobNotFound' }",
  "        '409': { $ref: '#/components/responses/JobConflict' }",
  "        '429': { $ref: '#/components/responses/JobTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/JobServerError' }",
  "",
  "  /api/user/skip-trace/{jobId}/confirm:",
  "    parameters:",
  "      - $ref: '#/components/parameters/JobId'",
  "    post:",
  "      operationId: confirmSkipTraceJob",
  "      tags: [CSV jobs]",
  "      summary: Confirm and pay for a job",
  "      description: >-",
  "        Charges exactly the previewed `totalChargeCents` of a job in `preview` and starts building the enriched CSV. For an",
  "        account with `freeRepeatDays` it may be less, never more: rows whose property was paid for since the preview are",
  "        free.",
  "        A job without matches is confirmed for 0 cents. If two confirms arrive at once, one is a 409 and only one charges.",
  "        If you don't know the outcome, read the job: its status tells. If the file can't be built, the job becomes",
  "        `failed` and the charge is refunded (`refundCents`). No body.",
  "      x-skiptrace-money: charges",
  "      x-skiptrace-price-cents: 4",
  "      x-skiptrace-safety: charged",
  "      x-skiptrace-idempotency: state",
  "      x-skiptrace-rate-limit: { name: jobs, limit: 3000, windowSeconds: 60, scope: account, configurable: true }",
  "      responses:",
  "        '200':",
  "          description: The job was charged; the enriched CSV is being built.",
  "          headers: *plainHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/ConfirmSkipTraceJobResponse' }",
  "              examples:",
  "                charged:",
  "                  summary: 9,812 matched rows were charged",
  "                  value:",
  "                    status: confirmed",
  "                    jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                    totalChargeCents: 39248",
  "                noMatch:",
  "                  summary: No row matched, so nothing was charged",
  "                  value:",
  "                    status: confirmed",
  "                    jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "                    totalChargeCents: 0",
  "        '401': { $ref: '#/components/responses/JobUnauthorized' }",
  "        '402': { $ref: '#/components/responses/JobInsufficientBalance' }",
  "        '404': { $ref: '#/components/responses/JobNotFound' }",
  "        '409': { $ref: '#/components/responses/JobConflict' }",
  "        '429': { $ref: '#/components/responses/JobTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/JobServerError' }",
  "",
  "  /api/user/skip-trace/{jobId}/cancel:",
  "    parameters:",
  "      - $ref: '#/components/parameters/JobId'",
  "    post:",
  "      operationId: cancelSkipTraceJob",
  "      tags: [CSV jobs]",
  "      summary: Cancel a job",
  "      description: >-",
  "        Cancels a job in `pending`, `uploaded` or `preview` for good. In any other status, including `processing`, it's",
  "        a 409. No body. Nothing is charged.",
  "      x-skiptrace-money: free",
  "      x-skiptrace-safety: repeatable",
  "      x-skiptrace-idempotency: state",
  "      x-skiptrace-rate-limit: { name: jobs, limit: 3000, windowSeconds: 60, scope: account, configurable: true }",
  "      responses:",
  "        '200':",
  "          description: The job is cancelled.",
  "          headers: *plainHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/JobActionResponse' }",
  "              examples:",
  "                cancelled:",
  "                  summary: The job is cancelled",
  "                  value: { status: cancelled, jobId: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90 }",
  "        '401': { $ref: '#/components/responses/JobUnauthorized' }",
  "        '404': { $ref: '#/components/responses/JobNotFound' }",
  "        '409': { $ref: '#/components/responses/JobConflict' }",
  "        '429': { $ref: '#/components/responses/JobTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/JobServerError' }",
  "",
  "  /api/contact:",
  "    post:",
  "      operationId: sendContactMessage",
  "      tags: [Support]",
  "      summary: Send a message to the support team",
  "      description: >-",
  "        Needs no API key; a key is ignored. A message is sent only if the body says `success: true`. One IP address may",
  "        send five messages in 15 minutes; refused ones don't count.",
  "      security: []",
  "      x-skiptrace-money: free",
  "      x-skiptrace-safety: repeatable",
  "      x-skiptrace-idempotency: none",
  "      x-skiptrace-rate-limit: { name: contact, limit: 5, windowSeconds: 900, scope: ip, configurable: false }",
  "      requestBody:",
  "        required: true",
  "        description: The message and its sender. At most 1 MB of JSON.",
  "        content:",
  "          application/json:",
  "            schema: { $ref: '#/components/schemas/ContactMessage' }",
  "            examples:",
  "              question:",
  "                summary: A question",
  "                value:",
  "                  fullName: Robin Example",
  "                  email: robin@example.com",
  "                  phone: (512) 555-0142",
  "                  reason: General",
  "                  message: How long are enriched files kept?",
  "                  consent: true",
  "              login:",
  "                summary: A login problem, from abroad",
  "                value:",
  "                  fullName: Kim Example",
  "                  email: kim@example.com",
  "                  phone: '+44 1632 960123'",
  "                  reason: Login Issues",
  "                  message: My key answers 401 since this morning.",
  "      responses:",
  "        '200':",
  "          description: The message was received.",
  "          headers: *plainHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/ContactMessageResponse' }",
  "              examples:",
  "                sent:",
  "                  summary: The message was sent",
  "                  value: { success: true }",
  "        '400':",
  "          description: The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field.",
  "          headers: *plainErrorHeaders",
  "          content:",
  "            application/json:",
  "              schema: { $ref: '#/components/schemas/Error' }",
  "              examples:",
  "                invalidFields:",
  "                  summary: Two fields are invalid",
  "                  value: { error: 'email must be an email address; message must be at least 5 characters' }",
  "                unknownReason:",
  "                  summary: An unknown reason",
  "                  value: { error: 'reason must be one of: Login Issues, General, Other' }",
  "        '429': { $ref: '#/components/responses/ContactTooManyRequests' }",
  "        '500': { $ref: '#/components/responses/ContactServerError' }",
  "",
  "components:",
  "  securitySchemes:",
  "    apiKey:",
  "      type: http",
  "      scheme: bearer",
  "      bearerFormat: pc_ (live) or pc_test_ (test) followed by at least 32 letters and digits",
  "      description: >-",
  "        `Authorization: Bearer pc_…`, or `Bearer pc_test_…` for a test key. A missing, malformed, unknown or",
  "        revoked key is a 401, and so is a suspended account.",
  "",
  "  parameters:",
  "    JobId:",
  "      name: jobId",
  "      in: path",
  "      required: true",
  "      description: >-",
  "        The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.",
  "      schema: { type: string, format: uuid, maxLength: 36 }",
  "      example: 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
  "    ContentDigest:",
  "      name: contentDigest",
  "      in: query",
  "      required: false",
  "      description: >-",
  "        Only jobs that were created with this `contentDigest`, by whichever client of the account. Each echoes it; a server",
  "        that doesn't know the parameter ignores it, and its jobs lack the field. Our extension.",
  "      schema: { type: string, maxLength: 64 }",
  "      example: 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
  "    IdempotencyKey:",
  "      name: Idempotency-Key",
  "      in: header",
  "      required: false",
  "      description: >-",
  "        A value you choose, 1 to 255 visible ASCII characters, that makes the request safe to repeat. For 24 hours, the",
  "        first success is stored per account and operation, and returned again with `Idempotency-Replayed: true`. Nothing",
  "        is looked up or charged twice. Refusals aren't stored. The same value with another body is a 400. A second",
  "        request that arrives while the first is running waits for its answer. A server that supports keys echoes the",
  "        value in every answer.",
  "      schema: { type: string, minLength: 1, maxLength: 255, pattern: '^[!-~]+$' }",
  "      example: 9f2c4e5a-lead-4711",
  "",
  "  headers:",
  "    X-Request-Id:",
  "      description: Identifies this request in the server's logs. Include it when you contact support.",
  "      schema: { type: string, minLength: 1 }",
  "      example: req_01JD7Q3M5V8X2K4N6P9R0T1W3Y",
  "    X-Error-Code:",
  "      description: >-",
  "        Why the request was refused or failed, for programs: on every answer of an error, also on the pages for unknown",
  "        paths and methods. The sentence in `error` may change; a code never changes its meaning. New codes may come, so",
  "        treat one you don't know like its status.",
  "      schema:",
  "        type: string",
  "        enum:",
  "          - invalid_request",
  "          - invalid_idempotency_key",
  "          - idempotency_conflict",
  "          - invalid_upload",
  "          - price_changed",
  "          - unauthorized",
  "          - insufficient_balance",
  "          - job_not_found",
  "          - job_status_conflict",
  "          - rate_limited",
  "          - account_limit",
  "          - daily_miss_limit",
  "          - server_error",
  "          - reservation_expired",
  "          - storage_full",
  "          - storage_unavailable",
  "          - database_unavailable",
  "          - commit_unknown",
  "          - unknown_path",
  "          - method_not_allowed",
  "          - unreadable_request",
  "      example: insufficient_balance",
  "    RateLimit-Limit:",
  "      description: Requests allowed in the current window. Absent on a 401.",
  "      schema: { type: integer, minimum: 1 }",
  "      example: 500",
  "    RateLimit-Remaining:",
  "      description: Requests left in the current window.",
  "      schema: { type: integer, minimum: 0 }",
  "      example: 499",
  "    RateLimit-Reset:",
  "      description: Seconds until the current window ends.",
  "      schema: { type: integer, minimum: 0 }",
  "      example: 60",
  "    Retry-After:",
  "      description: >-",
  "        Whole seconds to wait before the next attempt, rounded up. For the daily cap on misses: the seconds until the",
  "        next UTC midnight.",
  "      required: true",
  "      schema: { type: integer, minimum: 1 }",
  "      example: 12",
  "    Idempotency-Key:",
  "      description: The request's own key, echoed by a server that supports keys. Absent when the request had none.",
  "      schema: { type: string, minLength: 1, maxLength: 255, pattern: '^[!-~]+$' }",
  "      example: 9f2c4e5a-lead-4711",
  "    Idempotency-Replayed:",
  "      description: '`true` when this is the stored answer to an earlier request with the same key. Absent otherwise.'",
  "      schema: { type: string, enum: ['true'] }",
  "      example: 'true'",
  "    Deprecation:",
  "      description: RFC 9745. When this version was deprecated. Only during a notice period.",
  "      schema: { type: string, pattern: '^@\\d+$' }",
  "      example: '@1795262400'",
  "    Sunset:",
  "      description: RFC 8594. When this version will be switched off (an HTTP date). Only during a notice period.",
  "      schema: { type: string }",
  "      example: Sun, 21 Nov 2027 12:00:00 GMT",
  "    Link:",
  "      description: RFC 8288. The announcement, with rel=\"deprecation\". Only during a notice period.",
  "      schema: { type: string }",
  "      example: <https://example.com/deprecation>; rel=\"deprecation\"",
  "    WWW-Authenticate:",
  "      description: RFC 9110 §11.6.1. The kind of credentials required.",
  "      schema: { type: string }",
  "      example: Bearer",
  "",
  "  responses:",
  "    LookupUnauthorized:",
  "      description: The API key is missing, malformed, unknown or revoked, or its account is suspended.",
  "      headers:",
  "        X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "        X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "        WWW-Authenticate: { $ref: '#/components/headers/WWW-Authenticate' }",
  "        Idempotency-Key: { $ref: '#/components/headers/Idempotency-Key' }",
  "        Deprecation: { $ref: '#/components/headers/Deprecation' }",
  "        Sunset: { $ref: '#/components/headers/Sunset' }",
  "        Link: { $ref: '#/components/headers/Link' }",
  "      content: &unauthorizedContent",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/Error' }",
  "          examples:",
  "            invalidKey:",
  "              summary: Missing or invalid key",
  "              value: { error: A valid API key is required }",
  "    CreateUnauthorized:",
  "      description: The API key is missing, malformed, unknown or revoked, or its account is suspended.",
  "      headers:",
  "        X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "        X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "        WWW-Authenticate: { $ref: '#/components/headers/WWW-Authenticate' }",
  "        Idempotency-Key: { $ref: '#/components/headers/Idempotency-Key' }",
  "      content: *unauthorizedContent",
  "    JobUnauthorized:",
  "      description: The API key is missing, malformed, unknown or revoked, or its account is suspended.",
  "      headers:",
  "        X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "        X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "        WWW-Authenticate: { $ref: '#/components/headers/WWW-Authenticate' }",
  "      content: *unauthorizedContent",
  "    LookupInsufficientBalance:",
  "      description: >-",
  "        The balance can't cover a match (single) or a match for every entry (bulk). Nothing was looked up or charged.",
  "      headers: *lookupErrorHeaders",
  "      content:",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/InsufficientBalanceError' }",
  "          examples:",
  "            single:",
  "              summary: A single lookup needs $0.04",
  "              value: { error: The balance does not cover this request, balanceRequired: 4 }",
  "            bulk:",
  "              summary: A bulk lookup of 100 addresses needs $4.00",
  "              value: { error: The balance does not cover this request, balanceRequired: 400 }",
  "    JobInsufficientBalance:",
  "      description: The balance can't cover the previewed total. The job stays in `preview`. Nothing was charged.",
  "      headers: *plainErrorHeaders",
  "      content:",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/InsufficientBalanceError' }",
  "          examples:",
  "            confirm:",
  "              summary: The job needs $392.48",
  "              value: { error: The balance does not cover this job, balanceRequired: 39248 }",
  "    JobNotFound:",
  "      description: This account has no such job.",
  "      headers: *plainErrorHeaders",
  "      content:",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/Error' }",
  "          examples:",
  "            unknownJob:",
  "              summary: Unknown ID",
  "              value: { error: Job not found }",
  "    JobConflict:",
  "      description: The job's status doesn't allow this. `error` names the current status. Nothing changed.",
  "      headers: *plainErrorHeaders",
  "      content:",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/Error' }",
  "          examples:",
  "            processing:",
  "              summary: The job is being matched",
  "              value: { error: 'The job cannot be cancelled now: its status is processing' }",
  "            completed:",
  "              summary: The job is done",
  "              value: { error: 'The job cannot be confirmed now: its status is completed' }",
  "            pending:",
  "              summary: No file has arrived",
  "              value: { error: 'No file was uploaded yet: the status of the job is pending' }",
  "    LookupTooManyRequests:",
  "      description: >-",
  "        Too many requests in a minute: wait `Retry-After` seconds. Or, if `dailyMissLimit` is there, the daily cap on free",
  "        misses: check your list and come back the next UTC day. Nothing was looked up or charged.",
  "      headers:",
  "        Retry-After: { $ref: '#/components/headers/Retry-After' }",
  "        X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "        X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "        RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "        RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "        RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "        Idempotency-Key: { $ref: '#/components/headers/Idempotency-Key' }",
  "        Deprecation: { $ref: '#/components/headers/Deprecation' }",
  "        Sunset: { $ref: '#/components/headers/Sunset' }",
  "        Link: { $ref: '#/components/headers/Link' }",
  "      content:",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/Error' }",
  "          examples:",
  "            rateLimit:",
  "              summary: Too many requests in a minute",
  "              value: { error: Too many requests; try again in 12 seconds }",
  "            dailyMisses:",
  "              summary: 250 net misses today",
  "              value:",
  "                error: The daily limit of unmatched addresses is reached; check the list and try again tomorrow (UTC)",
  "                dailyMissLimit: 250",
  "    CreateTooManyRequests:",
  "      description: Too many requests on CSV jobs in a minute. Wait `Retry-After` seconds.",
  "      headers:",
  "        Retry-After: { $ref: '#/components/headers/Retry-After' }",
  "        X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "        X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "        RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "        RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "        RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "        Idempotency-Key: { $ref: '#/components/headers/Idempotency-Key' }",
  "      content: &rateLimitContent",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/Error' }",
  "          examples:",
  "            rateLimit:",
  "              summary: Too many requests in a minute",
  "              value: { error: Too many requests; try again in 12 seconds }",
  "    JobTooManyRequests:",
  "      description: Too many requests on CSV jobs in a minute. Wait `Retry-After` seconds.",
  "      headers: &limitedHeaders",
  "        Retry-After: { $ref: '#/components/headers/Retry-After' }",
  "        X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }",
  "        X-Error-Code: { $ref: '#/components/headers/X-Error-Code' }",
  "        RateLimit-Limit: { $ref: '#/components/headers/RateLimit-Limit' }",
  "        RateLimit-Remaining: { $ref: '#/components/headers/RateLimit-Remaining' }",
  "        RateLimit-Reset: { $ref: '#/components/headers/RateLimit-Reset' }",
  "      content: *rateLimitContent",
  "    AccountTooManyRequests:",
  "      description: Too many reads of the account in a minute. Wait `Retry-After` seconds.",
  "      headers: *limitedHeaders",
  "      content: *rateLimitContent",
  "    ContactTooManyRequests:",
  "      description: Five messages came from this IP address in 15 minutes. Wait `Retry-After` seconds.",
  "      headers: *limitedHeaders",
  "      content:",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/Error' }",
  "          examples:",
  "            rateLimit:",
  "              summary: Five messages in 15 minutes",
  "              value: { error: Too many messages; try again in 840 seconds }",
  "    LookupServerError:",
  "      description: An unexpected error. The lookup was not charged; a bulk's reservation is refunded.",
  "      headers: *lookupErrorHeaders",
  "      content: &serverErrorContent",
  "        application/json:",
  "          schema: { $ref: '#/components/schemas/Error' }",
  "          examples:",
  "            unexpected:",
  "              summary: Unexpected error",
  "              value: { error: Server error. Try again later. }",
  "    CreateServerError:",
  "      description: An unexpected error. Nothing was charged.",
  "      headers: *createErrorHeaders",
  "      content: *serverErrorContent",
  "    JobServerError:",
  "      description: An unexpected error. Read the job before repeating an action; its status says what happened.",
  "      headers: *plainErrorHeaders",
  "      content: *serverErrorContent",
  "    ContactServerError:",
  "      description: An unexpected error. The message was not sent.",
  "      headers: *plainErrorHeaders",
  "      content: *serverErrorContent",
  "",
  "  schemas:",
  "    AddressInput:",
  "      type: object",
  "      description: One address to look up.",
  "      required: [address]",
  "      properties:",
  "        address:",
  "          type: string",
  "          minLength: 1",
  "          # At least one character that is not white space; no control characters but TAB, CR and LF; no lone",
  "          # surrogates. 100 addresses of the longest kind fit the 1 MB of a bulk.",
  "          maxLength: 10000",
  "          pattern: '^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$'",
  "          x-skiptrace-must: hold something other than white space, and no control characters",
  "          description: >-",
  "            Street address; city, state and ZIP may follow on the same line. Not blank, no control characters other",
  "            than TAB, CR and LF; at most 10,000 characters.",
  "          examples: [100 Sandbox Match St]",
  "          x-skiptrace-personal-data: true",
  "        city:",
  "          type: string",
  "          maxLength: 1000",
  "          pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$'",
  "          x-skiptrace-must: not hold control characters",
  "          description: City name, without control characters, at most 1,000 characters; improves match accuracy.",
  "          examples: [Austin]",
  "          x-skiptrace-personal-data: true",
  "        state:",
  "          type: string",
  "          maxLength: 2",
  "          pattern: '^[A-Za-z]{2}$'",
  "          x-skiptrace-must: be a two-letter code",
  "          description: Two-letter state code, in either case; improves match accuracy.",
  "          examples: [TX]",
  "          x-skiptrace-personal-data: true",
  "        zip:",
  "          type: string",
  "          maxLength: 5",
  "          pattern: '^\\d{5}$'",
  "          x-skiptrace-must: be 5 digits",
  "          description: 5-digit ZIP code; improves match accuracy.",
  "          examples: ['78701']",
  "          x-skiptrace-personal-data: true",
  "",
  "    Contact:",
  "      type: object",
  "      description: The matched owner. Every field is present; null means it isn't on file.",
  "      required:",
  "        - firstName",
  "        - lastName",
  "        - fullName",
  "        - propertyAddress",
  "        - propertyCity",
  "        - propertyState",
  "        - propertyZip",
  "        - mailingAddress",
  "        - mailingCity",
  "        - mailingState",
  "        - mailingZip",
  "      properties:",
  "        firstName:",
  "          type: [string, 'null']",
  "          description: The owner's first name.",
  "          examples: [Jordan]",
  "          x-skiptrace-personal-data: true",
  "        lastName:",
  "          type: [string, 'null']",
  "          description: The owner's last name.",
  "          examples: [Avery]",
  "          x-skiptrace-personal-data: true",
  "        fullName:",
  "          type: [string, 'null']",
  "          description: The owner's name as it is on file. A company or trust has only this name.",
  "          examples: [Jordan Avery]",
  "          x-skiptrace-personal-data: true",
  "        propertyAddress:",
  "          type: [string, 'null']",
  "          description: Street address of the property.",
  "          examples: [100 Sandbox Match St]",
  "          x-skiptrace-personal-data: true",
  "        propertyCity:",
  "          type: [string, 'null']",
  "          description: City of the property.",
  "          examples: [Austin]",
  "          x-skiptrace-personal-data: true",
  "        propertyState:",
  "          type: [string, 'null']",
  "          description: Two-letter state code of the property.",
  "          examples: [TX]",
  "          x-skiptrace-personal-data: true",
  "        propertyZip:",
  "          type: [string, 'null']",
  "          description: ZIP code of the property.",
  "          examples: ['78701']",
  "          x-skiptrace-personal-data: true",
  "        mailingAddress:",
  "          type: [string, 'null']",
  "          description: The owner's mailing address; differs from the property's for absentee owners.",
  "          examples: [100 Sandbox Match St]",
  "          x-skiptrace-personal-data: true",
  "        mailingCity:",
  "          type: [string, 'null']",
  "          description: City of the mailing address.",
  "          examples: [Austin]",
  "          x-skiptrace-personal-data: true",
  "        mailingState:",
  "          type: [string, 'null']",
  "          description: State code of the mailing address.",
  "          examples: [TX]",
  "          x-skiptrace-personal-data: true",
  "        mailingZip:",
  "          type: [string, 'null']",
  "          description: ZIP code of the mailing address.",
  "          examples: ['78701']",
  "          x-skiptrace-personal-data: true",
  "",
  "    Phone:",
  "      type: object",
  "      description: A phone number of the matched owner.",
  "      required: [number, type, dnc]",
  "      properties:",
  "        number:",
  "          type: string",
  "          pattern: '^\\d{10}$'",
  "          description: US phone number, 10 digits without punctuation.",
  "          examples: ['5125550100']",
  "          x-skiptrace-personal-data: true",
  "        type:",
  "          $ref: '#/components/schemas/PhoneType'",
  "          description: Mobile or landline.",
  "        dnc:",
  "          type: boolean",
  "          description: >-",
  "            True if the number is on a Do Not Call registry, or if that's unknown.",
  "          examples: [false]",
  "        dncChecked:",
  "          type: boolean",
  "          description: >-",
  "            False if nobody checked whether the number is on a Do Not Call registry; `dnc` is true then, as a precaution.",
  "            Absent if the data says it, or if the service doesn't know.",
  "          examples: [false]",
  "",
  "    PhoneType:",
  "      type: string",
  "      enum: [mobile, landline]",
  "      description: The kind of line.",
  "",
  "    Phones:",
  "      type: array",
  "      description: Mobile numbers first (at most 10), then landlines (at most 9).",
  "      maxItems: 19",
  "      items: { $ref: '#/components/schemas/Phone' }",
  "      contains: { properties: { type: { const: mobile } } }",
  "      minContains: 0",
  "      maxContains: 10",
  "      not:",
  "        contains: { properties: { type: { const: landline } } }",
  "        minContains: 10",
  "",
  "    Emails:",
  "      type: array",
  "      description: Email addresses of the matched owner, as they are on file.",
  "      maxItems: 28",
  "      items:",
  "        type: string",
  "        description: An email address.",
  "        examples: [jordan.avery@example.com]",
  "        x-skiptrace-personal-data: true",
  "",
  "    Repeat:",
  "      type: boolean",
  "      const: true",
  "      description: >-",
  "        True: the account was charged for this property within its `freeRepeatDays`, so this match is free. Absent",
  "        otherwise, and for every account without that term.",
  "      examples: [true]",
  "",
  "    PaidOn:",
  "      type: string",
  "      pattern: '^\\d{4}-\\d{2}-\\d{2}$'",
  "      description: The UTC day on which the account was charged for the property. With `repeat` only.",
  "      examples: ['2026-11-25']",
  "",
  "    SkipTraceResponse:",
  "      description: 'Result of a single lookup: a match (`found: true`) or a free miss (`found: false`).'",
  "      oneOf:",
  "        - $ref: '#/components/schemas/SkipTraceMatch'",
  "        - $ref: '#/components/schemas/SkipTraceMiss'",
  "",
  "    SkipTraceMatch:",
  "      type: object",
  "      description: An owner was found and charged for, unless it is a free repeat.",
  "      required: [success, found, contact, charged, phones, emails]",
  "      properties:",
  "        success:",
  "          type: boolean",
  "          const: true",
  "          description: Always true.",
  "        found:",
  "          type: boolean",
  "          const: true",
  "          description: An owner was found.",
  "        contact:",
  "          $ref: '#/components/schemas/Contact'",
  "          description: The matched owner.",
  "        charged:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 1000",
  "          description: Cents charged, the account's price of a match; 4 unless the operator set another. 0 for a repeat.",
  "          examples: [4]",
  "        repeat:",
  "          $ref: '#/components/schemas/Repeat'",
  "          description: True for a free repeat; absent otherwise.",
  "        paidOn:",
  "          $ref: '#/components/schemas/PaidOn'",
  "          description: When it was paid for; with `repeat` only.",
  "        phones:",
  "          $ref: '#/components/schemas/Phones'",
  "          description: The owner's phone numbers; may be empty.",
  "        emails:",
  "          $ref: '#/components/schemas/Emails'",
  "          description: The owner's email addresses; may be empty.",
  "",
  "    SkipTraceMiss:",
  "      type: object",
  "      description: No owner was found; nothing was charged. `charged`, `phones` and `emails` are absent.",
  "      required: [success, found, contact]",
  "      properties:",
  "        success:",
  "          type: boolean",
  "          const: true",
  "          description: Always true.",
  "        found:",
  "          type: boolean",
  "          const: false",
  "          description: No owner was found.",
  "        contact:",
  "          type: 'null'",
  "          description: Always null on a miss.",
  "      not:",
  "        anyOf:",
  "          - required: [charged]",
  "          - required: [phones]",
  "          - required: [emails]",
  "",
  "    BulkSkipTraceRequest:",
  "      type: object",
  "      description: The addresses to look up.",
  "      required: [addresses]",
  "      properties:",
  "        addresses:",
  "          type: array",
  "          minItems: 1",
  "          maxItems: 100",
  "          description: 1 to 100 addresses. Only `address` is required in each.",
  "          items: { $ref: '#/components/schemas/AddressInput' }",
  "",
  "    BulkLookupResult:",
  "      description: 'One entry of a bulk response: a match (`found: true`) or a free miss (`found: false`).'",
  "      oneOf:",
  "        - $ref: '#/components/schemas/BulkLookupMatch'",
  "        - $ref: '#/components/schemas/BulkLookupMiss'",
  "",
  "    BulkLookupMatch:",
  "      type: object",
  "      description: An owner was found and charged for, unless it is a free repeat.",
  "      required: [found, charged, contact, phones, emails]",
  "      properties:",
  "        found:",
  "          type: boolean",
  "          const: true",
  "          description: An owner was found.",
  "        charged:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 1000",
  "          description: Cents charged, the account's price of a match; 4 unless the operator set another. 0 for a repeat.",
  "          examples: [4]",
  "        repeat:",
  "          $ref: '#/components/schemas/Repeat'",
  "          description: True for a free repeat; absent otherwise.",
  "        paidOn:",
  "          $ref: '#/components/schemas/PaidOn'",
  "          description: When it was paid for; with `repeat` only.",
  "        contact:",
  "          $ref: '#/components/schemas/Contact'",
  "          description: The matched owner.",
  "        phones:",
  "          $ref: '#/components/schemas/Phones'",
  "          description: The owner's phone numbers; may be empty.",
  "        emails:",
  "          $ref: '#/components/schemas/Emails'",
  "          description: The owner's email addresses; may be empty.",
  "",
  "    BulkLookupMiss:",
  "      type: object",
  "      description: No owner was found; nothing was charged.",
  "      required: [found, charged, contact, phones, emails]",
  "      properties:",
  "        found:",
  "          type: boolean",
  "          const: false",
  "          description: No owner was found.",
  "        charged:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 0",
  "          description: Cents charged; 0 on a miss.",
  "          examples: [0]",
  "        contact:",
  "          type: 'null'",
  "          description: Always null on a miss.",
  "        phones:",
  "          type: array",
  "          maxItems: 0",
  "          items: { $ref: '#/components/schemas/Phone' }",
  "          description: Always empty on a miss.",
  "        emails:",
  "          type: array",
  "          maxItems: 0",
  "          items:",
  "            type: string",
  "            description: An email address.",
  "            x-skiptrace-personal-data: true",
  "          description: Always empty on a miss.",
  "",
  "    BulkSkipTraceResponse:",
  "      type: object",
  "      description: Result of a bulk lookup.",
  "      required: [success, total, matched, totalCharged, results]",
  "      properties:",
  "        success:",
  "          type: boolean",
  "          const: true",
  "          description: Always true.",
  "        total:",
  "          type: integer",
  "          minimum: 1",
  "          maximum: 100",
  "          description: Number of addresses submitted.",
  "          examples: [3]",
  "        matched:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 100",
  "          description: Number of addresses that matched.",
  "          examples: [2]",
  "        totalCharged:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 100000",
  "          description: >-",
  "            Net charge in cents, the sum of `charged`: `matched` times the account's price (4 by default), less free",
  "            repeats.",
  "          examples: [8]",
  "        results:",
  "          type: array",
  "          minItems: 1",
  "          maxItems: 100",
  "          description: One result for each address, in the order of the request.",
  "          items: { $ref: '#/components/schemas/BulkLookupResult' }",
  "",
  "    ColumnMapping:",
  "      type: object",
  "      description: >-",
  "        For each field, the name of its CSV column as written in the header. Names are trimmed and compared exactly",
  "        first, then ignoring case if only one column fits. One column may serve several fields. At most 1,000 bytes of",
  "        UTF-8 per name.",
  "      required: [address, city, state, zip]",
  "      properties:",
  "        address:",
  "          type: string",
  "          minLength: 1",
  "          maxLength: 1000",
  "          x-skiptrace-max-bytes: 1000",
  "          description: Column with the street address, or with the whole address on one line.",
  "          examples: [Address]",
  "        city:",
  "          type: string",
  "          minLength: 1",
  "          maxLength: 1000",
  "          x-skiptrace-max-bytes: 1000",
  "          description: Column with the city.",
  "          examples: [City]",
  "        state:",
  "          type: string",
  "          minLength: 1",
  "          maxLength: 1000",
  "          x-skiptrace-max-bytes: 1000",
  "          description: Column with the state.",
  "          examples: [State]",
  "        zip:",
  "          type: string",
  "          minLength: 1",
  "          maxLength: 1000",
  "          x-skiptrace-max-bytes: 1000",
  "          description: Column with the ZIP code.",
  "          examples: [Zip]",
  "        firstName:",
  "          type: string",
  "          minLength: 1",
  "          maxLength: 1000",
  "          x-skiptrace-max-bytes: 1000",
  "          description: >-",
  "            Column with the owner's first name. Chooses among several owners; never prevents a match.",
  "          examples: [Owner First Name]",
  "        lastName:",
  "          type: string",
  "          minLength: 1",
  "          maxLength: 1000",
  "          x-skiptrace-max-bytes: 1000",
  "          description: >-",
  "            Column with the owner's last name. Chooses among several owners; never prevents a match.",
  "          examples: [Owner Last Name]",
  "",
  "    CreateSkipTraceJobRequest:",
  "      type: object",
  "      description: The file to enrich, and its columns.",
  "      required: [filename, columnMapping]",
  "      properties:",
  "        filename:",
  "          type: string",
  "          maxLength: 500",
  "          x-skiptrace-max-bytes: 1500",
  "          # The name comes back in headers, terminals and folders of other people: no control characters, no lone",
  "          # surrogates, and none of the marks that make text run the other way.",
  "          pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*\\.[cC][sS][vV]$'",
  "          x-skiptrace-must: end in .csv and hold no control characters or marks of text direction",
  "          description: >-",
  "            File name, ending in .csv (any case); at most 500 characters and 1,500 bytes of UTF-8, without control",
  "            characters or invisible text direction marks.",
  "          examples: [leads.csv]",
  "        columnMapping:",
  "          $ref: '#/components/schemas/ColumnMapping'",
  "          description: Which column holds which field.",
  "        contentDigest:",
  "          type: string",
  "          maxLength: 64",
  "          pattern: '^[0-9a-f]{64}$'",
  "          x-skiptrace-must: be 64 hexadecimal digits in lower case",
  "          description: >-",
  "            A SHA-256 that the client makes of the list: its bytes, its columns and its options. The same list is then found",
  "            in the job list from any machine, before it is paid for twice. The server keeps a keyed hash of it for as long",
  "            as the job exists. Our extension.",
  "          examples: [5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef]",
  "",
  "    UploadMethod:",
  "      type: string",
  "      enum: [presigned, direct]",
  "      description: >-",
  "        `presigned`: PUT the raw CSV to `uploadUrl`, then call `uploaded`. `direct`: POST it to `uploadUrl` as",
  "        multipart/form-data.",
  "",
  "    CreateSkipTraceJobResponse:",
  "      type: object",
  "      description: The new job, and where to upload its file.",
  "      required: [jobId, uploadUrl, uploadMethod]",
  "      properties:",
  "        jobId:",
  "          type: string",
  "          format: uuid",
  "          description: The job's id.",
  "          examples: [018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90]",
  "        uploadUrl:",
  "          type: string",
  "          format: uri",
  "          description: Absolute URL to send the CSV to. A presigned one works without a key, so treat it as a secret.",
  "          examples: ['http://127.0.0.1:3000/api/user/skip-trace/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90/upload']",
  "          x-skiptrace-secret: true",
  "        uploadMethod:",
  "          $ref: '#/components/schemas/UploadMethod'",
  "          description: How to send it.",
  "",
  "    UploadSkipTraceJobFileRequest:",
  "      type: object",
  "      description: A form with the CSV file.",
  "      required: [file]",
  "      properties:",
  "        file:",
  "          type: string",
  "          format: binary",
  "          contentMediaType: text/csv",
  "          description: The CSV file, not empty, at most 50 MB.",
  "          x-skiptrace-personal-data: true",
  "",
  "    JobStatus:",
  "      type: string",
  "      enum: [pending, uploaded, processing, preview, confirmed, generating, completed, failed, cancelled]",
  "      description: |",
  "        - `pending`: created, awaiting upload",
  "        - `uploaded`: file received, waiting for a worker",
  "        - `processing`: rows being matched",
  "        - `preview`: cost ready to confirm",
  "        - `confirmed`: charged",
  "        - `generating`: enriched CSV being built",
  "        - `completed`: `downloadUrl` ready",
  "        - `failed`: see `errorMessage`",
  "        - `cancelled`: by `cancel`, or after waiting too long for an upload or a confirm",
  "",
  "    SkipTraceJob:",
  "      type: object",
  "      description: A CSV job.",
  "      required: [id, status, filename, createdAt, updatedAt]",
  "      properties:",
  "        id:",
  "          type: string",
  "          format: uuid",
  "          description: The job's id.",
  "          examples: [018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90]",
  "        status:",
  "          $ref: '#/components/schemas/JobStatus'",
  "          description: The job's status.",
  "        filename:",
  "          type: string",
  "          maxLength: 500",
  "          description: Name of the uploaded file, as given at creation.",
  "          examples: [leads.csv]",
  "        totalRows:",
  "          type: [integer, 'null']",
  "          minimum: 0",
  "          maximum: 250000",
  "          description: >-",
  "            Rows after the header, without empty lines: `matchedRows` plus `unmatchedRows`. Known from `preview` on.",
  "          examples: [10000]",
  "        matchedRows:",
  "          type: [integer, 'null']",
  "          minimum: 0",
  "          maximum: 250000",
  "          description: Rows that matched an owner, the only ones that are charged. Known from `preview` on.",
  "          examples: [9812]",
  "        repeatRows:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 250000",
  "          description: >-",
  "            Of `matchedRows`, those that are free: their property stands in a row above, or the account was charged for it",
  "            within its `freeRepeatDays`. From `preview` on, for accounts with that term; absent for all others.",
  "          examples: [0]",
  "        unmatchedRows:",
  "          type: [integer, 'null']",
  "          minimum: 0",
  "          maximum: 250000",
  "          description: Rows that didn't match, `nonMatchCount` plus `blankAddressCount`. Known from `preview` on.",
  "          examples: [188]",
  "        pricePerRowCents:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 1000",
  "          description: Cents a matched row costs; fixed by the preview. 4 unless the operator set another price.",
  "          examples: [4]",
  "        totalChargeCents:",
  "          type: [integer, 'null']",
  "          minimum: 0",
  "          maximum: 250000000",
  "          description: >-",
  "            What confirm charges, in cents: `matchedRows`, less `repeatRows`, times `pricePerRowCents`. Known from",
  "            `preview` on. Once confirmed, what was charged.",
  "          examples: [39248]",
  "        refundCents:",
  "          type: [integer, 'null']",
  "          minimum: 0",
  "          maximum: 250000000",
  "          description: Cents given back because the job failed after it was confirmed; null otherwise.",
  "          examples: [null]",
  "        nonMatchCount:",
  "          type: [integer, 'null']",
  "          minimum: 0",
  "          maximum: 250000",
  "          description: Rows that were looked up without a match. Known from `preview` on.",
  "          examples: [180]",
  "        blankAddressCount:",
  "          type: [integer, 'null']",
  "          minimum: 0",
  "          maximum: 250000",
  "          description: >-",
  "            Rows that weren't looked up because their address cell is blank. Known from `preview` on.",
  "            In the job detail only, never in the list.",
  "          examples: [8]",
  "          x-skiptrace-only-in: detail",
  "        origin:",
  "          type: string",
  "          description: >-",
  "            Where the job came from: `api` or `dashboard`; other values may be added. In the job list only, never in",
  "            the detail.",
  "          examples: [api, dashboard]",
  "          x-skiptrace-only-in: list",
  "        contentDigest:",
  "          type: string",
  "          description: >-",
  "            The digest that the list was asked for with. Only in the job list, and only where it was asked for. Our extension.",
  "          examples: [5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef]",
  "        areaZip5:",
  "          type: [string, 'null']",
  "          pattern: '^\\d{5}$'",
  "          description: >-",
  "            ZIP code of a data purchase by ZIP; null for jobs made from a file. In the job list only, never in the",
  "            detail.",
  "          examples: [null]",
  "          x-skiptrace-only-in: list",
  "        downloadUrl:",
  "          type: [string, 'null']",
  "          format: uri",
  "          description: >-",
  "            Link to the enriched CSV. Set only while the status is `completed`; null again once the file's retention is",
  "            over. Absolute, works without a key, expires (on this server after 15 minutes) and is signed afresh at every",
  "            read. Treat it as a secret.",
  "          examples: [null]",
  "          x-skiptrace-secret: true",
  "        errorMessage:",
  "          type: [string, 'null']",
  "          description: What went wrong, as a sentence for people. Set only while the status is `failed`.",
  "          examples: [null]",
  "        createdAt:",
  "          type: string",
  "          format: date-time",
  "          description: When the job was created.",
  "          examples: ['2026-11-21T09:30:00.000Z']",
  "        updatedAt:",
  "          type: string",
  "          format: date-time",
  "          description: When the job last changed.",
  "          examples: ['2026-11-21T09:30:12.000Z']",
  "      allOf:",
  "        - description: The preview says what the job costs.",
  "          if: { properties: { status: { const: preview } } }",
  "          then:",
  "            required: [totalRows, matchedRows, totalChargeCents]",
  "            properties:",
  "              totalRows: { type: integer }",
  "              matchedRows: { type: integer }",
  "              totalChargeCents: { type: integer }",
  "        - description: Before the preview nothing is counted.",
  "          if: { properties: { status: { enum: [pending, uploaded, processing] } } }",
  "          then:",
  "            properties:",
  "              totalRows: { type: 'null' }",
  "              matchedRows: { type: 'null' }",
  "              unmatchedRows: { type: 'null' }",
  "              totalChargeCents: { type: 'null' }",
  "              nonMatchCount: { type: 'null' }",
  "              blankAddressCount: { type: 'null' }",
  "        - description: Only a completed job can be downloaded.",
  "          if: { not: { properties: { status: { const: completed } } } }",
  "          then: { properties: { downloadUrl: { type: 'null' } } }",
  "",
  "    SkipTraceJobList:",
  "      type: object",
  "      description: The most recent jobs.",
  "      required: [jobs]",
  "      properties:",
  "        jobs:",
  "          type: array",
  "          maxItems: 50",
  "          description: The account's 50 most recent jobs, newest first.",
  "          items: { $ref: '#/components/schemas/SkipTraceJob' }",
  "",
  "    Account:",
  "      type: object",
  "      description: The account behind an API key.",
  "      required:",
  "        [name, mode, balanceCents, pricePerMatchCents, dailyMisses, requestsPerMinute, rowsPerJob, termsUrl]",
  "      properties:",
  "        name:",
  "          type: string",
  "          maxLength: 500",
  "          description: What the operator calls the account.",
  "          examples: [My company]",
  "          x-skiptrace-personal-data: true",
  "        mode:",
  "          type: string",
  "          enum: [live, test]",
  "          description: >-",
  "            What the key is for: `live` looks up real owners and charges; `test` answers from the sandbox and never charges.",
  "          examples: [live]",
  "        balanceCents:",
  "          type: integer",
  "          minimum: 0",
  "          description: The balance in cents.",
  "          examples: [9876]",
  "        pricePerMatchCents:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 1000",
  "          description: What a match costs with this key, in cents; 0 with a test key.",
  "          examples: [4]",
  "        freeRepeatDays:",
  "          type: integer",
  "          minimum: 1",
  "          maximum: 3650",
  "          description: >-",
  "            Days for which a property that this account was charged for is free again. Absent where the operator set none,",
  "            and with a test key.",
  "          examples: [30]",
  "        dailyMisses:",
  "          type: object",
  "          description: >-",
  "            Free misses of single and bulk lookups in this UTC day, less one for every four matches. At the limit, lookups",
  "            are refused until `resetsAt`.",
  "          required: [limit, used, remaining, resetsAt]",
  "          properties:",
  "            limit:",
  "              type: integer",
  "              minimum: 0",
  "              description: Net misses allowed a day.",
  "              examples: [250]",
  "            used:",
  "              type: integer",
  "              minimum: 0",
  "              description: Net misses so far today. A bulk that began below the limit may end above it.",
  "              examples: [12]",
  "            remaining:",
  "              type: integer",
  "              minimum: 0",
  "              description: Net misses left today.",
  "              examples: [238]",
  "            resetsAt:",
  "              type: string",
  "              format: date-time",
  "              description: The next midnight UTC.",
  "              examples: ['2026-11-22T00:00:00.000Z']",
  "        requestsPerMinute:",
  "          type: object",
  "          description: Requests allowed in a minute, by group of operations.",
  "          required: [single, bulk, jobs]",
  "          properties:",
  "            single:",
  "              type: integer",
  "              minimum: 1",
  "              description: Single lookups.",
  "              examples: [500]",
  "            bulk:",
  "              type: integer",
  "              minimum: 1",
  "              description: Bulk lookups.",
  "              examples: [250]",
  "            jobs:",
  "              type: integer",
  "              minimum: 1",
  "              description: All requests on CSV jobs together.",
  "              examples: [3000]",
  "        rowsPerJob:",
  "          type: integer",
  "          minimum: 1",
  "          description: Maximum rows in a CSV file.",
  "          examples: [250000]",
  "        termsUrl:",
  "          type: [string, 'null']",
  "          format: uri",
  "          description: Link to the operator's terms of use; null if there is none.",
  "          examples: [null]",
  "",
  "    JobActionResponse:",
  "      type: object",
  "      description: The result of an action.",
  "      required: [status, jobId]",
  "      properties:",
  "        status:",
  "          $ref: '#/components/schemas/JobStatus'",
  "          description: >-",
  "            The job's new status: `uploaded` or `processing` after an upload, `confirmed`, or `cancelled`.",
  "        jobId:",
  "          type: string",
  "          format: uuid",
  "          description: The job's id.",
  "          examples: [018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90]",
  "        totalChargeCents:",
  "          type: integer",
  "          minimum: 0",
  "          maximum: 250000000",
  "          description: The amount charged, in cents. Present on confirm only.",
  "          examples: [39248]",
  "",
  "    ConfirmSkipTraceJobResponse:",
  "      description: The result of a confirm, with what was charged.",
  "      allOf:",
  "        - $ref: '#/components/schemas/JobActionResponse'",
  "        - type: object",
  "          required: [totalChargeCents]",
  "          properties:",
  "            totalChargeCents:",
  "              type: integer",
  "              description: The amount charged, in cents.",
  "              examples: [39248]",
  "",
  "    ContactReason:",
  "      type: string",
  "      enum: [Login Issues, General, Other]",
  "      description: >-",
  "        `Login Issues` for login or access problems, `General` for questions and requests, `Other` for the rest.",
  "",
  "    ContactMessage:",
  "      type: object",
  "      description: A message to the support team. Strings are trimmed, then checked.",
  "      required: [fullName, email, phone, reason, message]",
  "      properties:",
  "        fullName:",
  "          type: string",
  "          minLength: 2",
  "          maxLength: 500",
  "          description: The sender's name; 2 to 500 characters after trimming.",
  "          examples: [Robin Example]",
  "          x-skiptrace-personal-data: true",
  "          x-skiptrace-trimmed: true",
  "        email:",
  "          type: string",
  "          format: email",
  "          # 64 before the @ and 255 behind it (RFC 5321 §4.5.3.1).",
  "          maxLength: 320",
  "          x-skiptrace-must: be an email address",
  "          description: Where to send the reply. Checked after trimming.",
  "          examples: [robin@example.com]",
  "          x-skiptrace-personal-data: true",
  "          x-skiptrace-trimmed: true",
  "        phone:",
  "          type: string",
  "          # After a leading +: 8 to 15 digits that do not start with 0 (E.164). Without: 10 digits, or 11 that start with 1.",
  "          # What may stand between the digits has one place between each two: with two, refusing takes time that grows",
  "          # with the square of the length.",
  "          maxLength: 100",
  "          pattern: '^(?:\\+[ ().-]*[1-9][ ().-]*(?:\\d[ ().-]*){7,14}|[ ().-]*(?:1[ ().-]*)?(?:\\d[ ().-]*){10})$'",
  "          x-skiptrace-must: be a US number of 10 digits, or an international one that begins with +",
  "          description: >-",
  "            A US number (10 digits, or 11 with a leading 1), or E.164 with a leading +, country code first (8 to 15",
  "            digits). Spaces, dots, hyphens and parentheses are allowed between digits. At most",
  "            100 characters. Checked after trimming.",
  "          examples: [(512) 555-0142, '+1 512 555 0142', '+44 1632 960123']",
  "          x-skiptrace-personal-data: true",
  "          x-skiptrace-trimmed: true",
  "        reason:",
  "          $ref: '#/components/schemas/ContactReason'",
  "          description: What the message is about. Checked after trimming.",
  "          x-skiptrace-trimmed: true",
  "        message:",
  "          type: string",
  "          minLength: 5",
  "          maxLength: 10000",
  "          description: The message; 5 to 10,000 characters after trimming.",
  "          examples: [How long are enriched files kept?]",
  "          x-skiptrace-personal-data: true",
  "          x-skiptrace-trimmed: true",
  "        consent:",
  "          type: boolean",
  "          description: Whether the sender agrees to be contacted by email or phone about the request.",
  "          examples: [true]",
  "",
  "    ContactMessageResponse:",
  "      type: object",
  "      description: The message was received.",
  "      required: [success]",
  "      properties:",
  "        success:",
  "          type: boolean",
  "          const: true",
  "          description: Always true.",
  "",
  "    Error:",
  "      type: object",
  "      description: Every error answer.",
  "      required: [error]",
  "      properties:",
  "        error:",
  "          type: string",
  "          minLength: 1",
  "          description: >-",
  "            What's wrong, for people. A 400 names every invalid field by its path, a 409 the job's status.",
  "          examples: [address is required]",
  "        balanceRequired:",
  "          type: integer",
  "          minimum: 0",
  "          description: On 402 only. The balance the request needs, in cents.",
  "          examples: [400]",
  "        dailyMissLimit:",
  "          type: integer",
  "          minimum: 1",
  "          description: >-",
  "            Only on a 429 for the daily cap on free misses, not on one for the rate limit. The cap counts net misses per",
  "            UTC day, 250 by default; four matches forgive one miss.",
  "          examples: [250]",
  "",
  "    InsufficientBalanceError:",
  "      description: An error that says how many cents are needed.",
  "      allOf:",
  "        - $ref: '#/components/schemas/Error'",
  "        - type: object",
  "          required: [balanceRequired]",
  "          properties:",
  "            balanceRequired:",
  "              type: integer",
  "              description: The balance the request needs, in cents.",
  "              examples: [400]",
  "",
  "  examples:",
  "    SandboxMatch:",
  "      summary: 100 Sandbox Match St, a plain match",
  "      value:",
  "        success: true",
  "        found: true",
  "        contact:",
  "          firstName: Jordan",
  "          lastName: Avery",
  "          fullName: Jordan Avery",
  "          propertyAddress: 100 Sandbox Match St",
  "          propertyCity: Austin",
  "          propertyState: TX",
  "          propertyZip: '78701'",
  "          mailingAddress: 100 Sandbox Match St",
  "          mailingCity: Austin",
  "          mailingState: TX",
  "          mailingZip: '78701'",
  "        charged: 4",
  "        phones:",
  "          - { number: '5125550100', type: mobile, dnc: false }",
  "          - { number: '5125550101', type: landline, dnc: true }",
  "        emails: [jordan.avery@example.com]",
  "    SandboxAbsentee:",
  "      summary: 200 Sandbox Absentee Ave, an owner who lives elsewhere",
  "      value:",
  "        success: true",
  "        found: true",
  "        contact:",
  "          firstName: Priya",
  "          lastName: Holloway",
  "          fullName: Priya Holloway",
  "          propertyAddress: 200 Sandbox Absentee Ave",
  "          propertyCity: Dayton",
  "          propertyState: OH",
  "          propertyZip: '45402'",
  "          mailingAddress: 12 Sandbox Harbor Rd",
  "          mailingCity: Portland",
  "          mailingState: ME",
  "          mailingZip: '04101'",
  "        charged: 4",
  "        phones:",
  "          - { number: '9375550110', type: mobile, dnc: false }",
  "        emails: [priya.holloway@example.com]",
  "    SandboxFull:",
  "      summary: 300 Sandbox Full Rd, as many phones and emails as a match can have",
  "      value:",
  "        success: true",
  "        found: true",
  "        contact:",
  "          firstName: Morgan",
  "          lastName: Fuller",
  "          fullName: Morgan Fuller",
  "          propertyAddress: 300 Sandbox Full Rd",
  "          propertyCity: Salem",
  "          propertyState: OR",
  "          propertyZip: '97301'",
  "          mailingAddress: 300 Sandbox Full Rd",
  "          mailingCity: Salem",
  "          mailingState: OR",
  "          mailingZip: '97301'",
  "        charged: 4",
  "        phones:",
  "          - { number: '5035550120', type: mobile, dnc: false }",
  "          - { number: '5035550121', type: mobile, dnc: false }",
  "          - { number: '5035550122', type: mobile, dnc: false }",
  "          - { number: '5035550123', type: mobile, dnc: true, dncChecked: false }",
  "          - { number: '5035550124', type: mobile, dnc: false }",
  "          - { number: '5035550125', type: mobile, dnc: false }",
  "          - { number: '5035550126', type: mobile, dnc: false }",
  "          - { number: '5035550127', type: mobile, dnc: true }",
  "          - { number: '5035550128', type: mobile, dnc: false }",
  "          - { number: '5035550129', type: mobile, dnc: false }",
  "          - { number: '5035550130', type: landline, dnc: false }",
  "          - { number: '5035550131', type: landline, dnc: true }",
  "          - { number: '5035550132', type: landline, dnc: false }",
  "          - { number: '5035550133', type: landline, dnc: false }",
  "          - { number: '5035550134', type: landline, dnc: false }",
  "          - { number: '5035550135', type: landline, dnc: true }",
  "          - { number: '5035550136', type: landline, dnc: false }",
  "          - { number: '5035550137', type: landline, dnc: false }",
  "          - { number: '5035550138', type: landline, dnc: false }",
  "        emails:",
  "          - morgan.fuller01@example.com",
  "          - morgan.fuller02@example.com",
  "          - morgan.fuller03@example.com",
  "          - morgan.fuller04@example.com",
  "          - morgan.fuller05@example.com",
  "          - morgan.fuller06@example.com",
  "          - morgan.fuller07@example.com",
  "          - morgan.fuller08@example.com",
  "          - morgan.fuller09@example.com",
  "          - morgan.fuller10@example.com",
  "          - morgan.fuller11@example.com",
  "          - morgan.fuller12@example.com",
  "          - morgan.fuller13@example.com",
  "          - morgan.fuller14@example.com",
  "          - morgan.fuller15@example.com",
  "          - morgan.fuller16@example.com",
  "          - morgan.fuller17@example.com",
  "          - morgan.fuller18@example.com",
  "          - morgan.fuller19@example.com",
  "          - morgan.fuller20@example.com",
  "          - morgan.fuller21@example.com",
  "          - morgan.fuller22@example.com",
  "          - morgan.fuller23@example.com",
  "          - morgan.fuller24@example.com",
  "          - morgan.fuller25@example.com",
  "          - morgan.fuller26@example.com",
  "          - morgan.fuller27@example.com",
  "          - morgan.fuller28@example.com",
  "    SandboxNulls:",
  "      summary: 400 Sandbox Nulls Ln, a match of which no detail is on file",
  "      value:",
  "        success: true",
  "        found: true",
  "        contact:",
  "          firstName: null",
  "          lastName: null",
  "          fullName: null",
  "          propertyAddress: null",
  "          propertyCity: null",
  "          propertyState: null",
  "          propertyZip: null",
  "          mailingAddress: null",
  "          mailingCity: null",
  "          mailingState: null",
  "          mailingZip: null",
  "        charged: 4",
  "        phones: []",
  "        emails: []",
  "    SandboxCouple:",
  "      summary: 600 Sandbox Couple Ct, the first of two owners",
  "      value:",
  "        success: true",
  "        found: true",
  "        contact:",
  "          firstName: Alex",
  "          lastName: Rivers",
  "          fullName: Alex Rivers",
  "          propertyAddress: 600 Sandbox Couple Ct",
  "          propertyCity: Denver",
  "          propertyState: CO",
  "          propertyZip: '80202'",
  "          mailingAddress: 600 Sandbox Couple Ct",
  "          mailingCity: Denver",
  "          mailingState: CO",
  "          mailingZip: '80202'",
  "        charged: 4",
  "        phones:",
  "          - { number: '3035550160', type: mobile, dnc: false }",
  "        emails: [alex.rivers@example.com]",
  "    SandboxMiss:",
  "      summary: 404 Sandbox Miss Blvd, a free miss",
  "      value: { success: true, found: false, contact: null }",
  ""
].join('\n');

/** openapi.yaml as data. */
export const openapiDocument: unknown = {
  "openapi": "3.1.0",
  "info": {
    "title": "Skip Tracing Service",
    "version": "1.0.0",
    "summary": "A US property address in, the property owner's contact details out.",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    },
    "description": "Turns a US property address into its owner's contact details: names, mailing address, phone numbers (each with a\ntype and a Do Not Call flag) and email addresses. The address is all you need; you can't search by owner name alone.\n\n### Money\n- A match costs 4 cents, unless the operator set another price for your account: see `GET /api/user/account`. A miss is\n  free and isn't an error: it's a 200 with `found: false`.\n- A single lookup needs the price of one match on the balance before it runs.\n- A bulk lookup reserves the price of one match for each entry, then refunds what didn't match.\n- A CSV job charges nothing until you confirm it, and then exactly the previewed total.\n- If the operator set `freeRepeatDays` for your account, a property that you were charged for is free for that many\n  days, in any spelling and in any operation. Such an answer has `charged: 0` and `repeat: true`.\n- An error charges nothing.\n- All amounts are whole US cents.\n\n### Order of checks\nPath and method (404 and 405 pages), API key (401), rate limit (429), job exists (404), job status (409), request body\n(400), replay of an `Idempotency-Key`, daily cap on misses (429 with `dailyMissLimit`), balance (402), then the work.\n\n### Requests\nUnknown fields and query parameters are ignored. A JSON body that is malformed, isn't UTF-8, is nested too deeply, is\ntoo large (64 KB for a single lookup, 1 MB for bulk and contact) or has another content type is a 400. Operations\nwithout a request body ignore one.\n\nEvery string has a maximum length and every list a maximum size; exceeding it is a 400 that names the field. Two `Host`\nor two `Authorization` headers are a 400, and any `Transfer-Encoding` but `chunked` is a 501; both are pages. A\nconnection may have a few unanswered requests (this server: 8). With more, or with garbage after them, the server\nfinishes the current one and closes the connection: the others were neither run nor charged.\n\nEvery operation answers with `Cache-Control: no-store`, since answers may hold personal data or a signed link.\n\n### Pages\nAn unknown path is a 404 and an unsupported method a 405 (with `Allow`). Both are HTML pages that need no key, not\n`Error` bodies. `HEAD` works wherever `GET` does.\n\n### Versions\nNew operations, optional request fields and response fields may appear in place: ignore what you don't recognize. A\nbreaking change gets a new path version. A version is retired with at least six months' notice, given in\n`Deprecation`, `Sunset` and `Link` headers on each of its answers. Nothing is deprecated now.\n\n### Sandbox\nA server started with `--sandbox`, and any server asked with a test key, knows these made-up addresses:\n\n| address | answer |\n|---|---|\n| 100 Sandbox Match St, Austin, TX 78701 | a match |\n| 200 Sandbox Absentee Ave, Dayton, OH 45402 | an owner who lives elsewhere |\n| 300 Sandbox Full Rd, Salem, OR 97301 | 10 mobile numbers, 9 landlines, 28 emails |\n| 400 Sandbox Nulls Ln, Boise, ID 83702 | a match with no details |\n| 404 Sandbox Miss Blvd, Reno, NV 89501 | no match |\n| 500 Sandbox Failure Way, Tulsa, OK 74103 | a server error: 500, nothing charged |\n| 600 Sandbox Couple Ct, Denver, CO 80202 | two owners; the first is returned |\n\n### Test keys\nA test key starts with `pc_test_` and works on any server, with or without `--sandbox`. It finds the owners of the\nsandbox and nobody else: a real address is a miss. It costs nothing: `charged`, `totalCharged`, `pricePerRowCents` and\n`totalChargeCents` are 0, no balance is needed, and misses don't count. A CSV job still waits in `preview` until you\nconfirm it. Everything else is as with a live key: the same fields, errors and rate limits, counted apart from those of\nlive keys. Test keys see test jobs only, live keys live jobs only, and an `Idempotency-Key` used with one is new\nwith the other.\n"
  },
  "servers": [
    {
      "url": "http://127.0.0.1:3000",
      "description": "Your own server, as `skiptrace-server start` runs it"
    }
  ],
  "security": [
    {
      "apiKey": []
    }
  ],
  "tags": [
    {
      "name": "Lookups",
      "description": "Look up one address, or up to 100 at once."
    },
    {
      "name": "CSV jobs",
      "description": "A CSV file of up to 250,000 rows: create, upload, poll until `preview`, confirm or cancel, poll until `completed`, download. There are no webhooks."
    },
    {
      "name": "Account",
      "description": "Who you are, what is left, and what you pay."
    },
    {
      "name": "Support",
      "description": "Write to the people who run the service."
    }
  ],
  "x-skiptrace-limits": {
    "addressesPerBulkRequest": 100,
    "rowsPerJob": 250000,
    "directUploadBytes": 52428800,
    "presignedUploadBytes": 1073741824,
    "filenameLength": 500,
    "jobsInList": 50,
    "mobilesPerMatch": 10,
    "landlinesPerMatch": 9,
    "emailsPerMatch": 28,
    "maxPriceCents": 1000,
    "dailyMissLimit": 250,
    "matchesPerForgivenMiss": 4,
    "idempotencyKeyHours": 24
  },
  "x-skiptrace-headers": {
    "lookup": {
      "X-Request-Id": {
        "$ref": "#/components/headers/X-Request-Id"
      },
      "RateLimit-Limit": {
        "$ref": "#/components/headers/RateLimit-Limit"
      },
      "RateLimit-Remaining": {
        "$ref": "#/components/headers/RateLimit-Remaining"
      },
      "RateLimit-Reset": {
        "$ref": "#/components/headers/RateLimit-Reset"
      },
      "Idempotency-Key": {
        "$ref": "#/components/headers/Idempotency-Key"
      },
      "Idempotency-Replayed": {
        "$ref": "#/components/headers/Idempotency-Replayed"
      },
      "Deprecation": {
        "$ref": "#/components/headers/Deprecation"
      },
      "Sunset": {
        "$ref": "#/components/headers/Sunset"
      },
      "Link": {
        "$ref": "#/components/headers/Link"
      }
    },
    "lookupError": {
      "X-Request-Id": {
        "$ref": "#/components/headers/X-Request-Id"
      },
      "X-Error-Code": {
        "$ref": "#/components/headers/X-Error-Code"
      },
      "RateLimit-Limit": {
        "$ref": "#/components/headers/RateLimit-Limit"
      },
      "RateLimit-Remaining": {
        "$ref": "#/components/headers/RateLimit-Remaining"
      },
      "RateLimit-Reset": {
        "$ref": "#/components/headers/RateLimit-Reset"
      },
      "Idempotency-Key": {
        "$ref": "#/components/headers/Idempotency-Key"
      },
      "Deprecation": {
        "$ref": "#/components/headers/Deprecation"
      },
      "Sunset": {
        "$ref": "#/components/headers/Sunset"
      },
      "Link": {
        "$ref": "#/components/headers/Link"
      }
    },
    "create": {
      "X-Request-Id": {
        "$ref": "#/components/headers/X-Request-Id"
      },
      "RateLimit-Limit": {
        "$ref": "#/components/headers/RateLimit-Limit"
      },
      "RateLimit-Remaining": {
        "$ref": "#/components/headers/RateLimit-Remaining"
      },
      "RateLimit-Reset": {
        "$ref": "#/components/headers/RateLimit-Reset"
      },
      "Idempotency-Key": {
        "$ref": "#/components/headers/Idempotency-Key"
      },
      "Idempotency-Replayed": {
        "$ref": "#/components/headers/Idempotency-Replayed"
      }
    },
    "createError": {
      "X-Request-Id": {
        "$ref": "#/components/headers/X-Request-Id"
      },
      "X-Error-Code": {
        "$ref": "#/components/headers/X-Error-Code"
      },
      "RateLimit-Limit": {
        "$ref": "#/components/headers/RateLimit-Limit"
      },
      "RateLimit-Remaining": {
        "$ref": "#/components/headers/RateLimit-Remaining"
      },
      "RateLimit-Reset": {
        "$ref": "#/components/headers/RateLimit-Reset"
      },
      "Idempotency-Key": {
        "$ref": "#/components/headers/Idempotency-Key"
      }
    },
    "plain": {
      "X-Request-Id": {
        "$ref": "#/components/headers/X-Request-Id"
      },
      "RateLimit-Limit": {
        "$ref": "#/components/headers/RateLimit-Limit"
      },
      "RateLimit-Remaining": {
        "$ref": "#/components/headers/RateLimit-Remaining"
      },
      "RateLimit-Reset": {
        "$ref": "#/components/headers/RateLimit-Reset"
      }
    },
    "plainError": {
      "X-Request-Id": {
        "$ref": "#/components/headers/X-Request-Id"
      },
      "X-Error-Code": {
        "$ref": "#/components/headers/X-Error-Code"
      },
      "RateLimit-Limit": {
        "$ref": "#/components/headers/RateLimit-Limit"
      },
      "RateLimit-Remaining": {
        "$ref": "#/components/headers/RateLimit-Remaining"
      },
      "RateLimit-Reset": {
        "$ref": "#/components/headers/RateLimit-Reset"
      }
    }
  },
  "paths": {
    "/api/v1/skip-trace": {
      "post": {
        "operationId": "skipTraceSingle",
        "tags": [
          "Lookups"
        ],
        "summary": "Look up one address",
        "description": "Finds the owner of one property. A match costs 4 cents by default; a miss is free. For a list, use bulk or a CSV job instead of a loop. Send an `Idempotency-Key` so that you can repeat the request without paying twice.",
        "x-skiptrace-money": "charges",
        "x-skiptrace-price-cents": 4,
        "x-skiptrace-safety": "charged",
        "x-skiptrace-idempotency": "key",
        "x-skiptrace-rate-limit": {
          "name": "single",
          "limit": 500,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": false
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The address. At most 64 KB of JSON.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AddressInput"
              },
              "examples": {
                "addressOnly": {
                  "summary": "Only the address, on one line",
                  "value": {
                    "address": "100 Sandbox Match St, Austin, TX 78701"
                  }
                },
                "match": {
                  "summary": "Sandbox: a plain match",
                  "value": {
                    "address": "100 Sandbox Match St",
                    "city": "Austin",
                    "state": "TX",
                    "zip": "78701"
                  }
                },
                "absentee": {
                  "summary": "Sandbox: an owner who lives elsewhere",
                  "value": {
                    "address": "200 Sandbox Absentee Ave",
                    "city": "Dayton",
                    "state": "OH",
                    "zip": "45402"
                  }
                },
                "full": {
                  "summary": "Sandbox: as many phones and emails as a match can have",
                  "value": {
                    "address": "300 Sandbox Full Rd",
                    "city": "Salem",
                    "state": "OR",
                    "zip": "97301"
                  }
                },
                "nulls": {
                  "summary": "Sandbox: a match with no details on file",
                  "value": {
                    "address": "400 Sandbox Nulls Ln",
                    "city": "Boise",
                    "state": "ID",
                    "zip": "83702"
                  }
                },
                "miss": {
                  "summary": "Sandbox: a miss",
                  "value": {
                    "address": "404 Sandbox Miss Blvd",
                    "city": "Reno",
                    "state": "NV",
                    "zip": "89501"
                  }
                },
                "failure": {
                  "summary": "Sandbox: a server error, nothing charged",
                  "value": {
                    "address": "500 Sandbox Failure Way",
                    "city": "Tulsa",
                    "state": "OK",
                    "zip": "74103"
                  }
                },
                "couple": {
                  "summary": "Sandbox: a property with two owners",
                  "value": {
                    "address": "600 Sandbox Couple Ct",
                    "city": "Denver",
                    "state": "CO",
                    "zip": "80202"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "A match, which is charged, or a free miss.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              },
              "Idempotency-Key": {
                "$ref": "#/components/headers/Idempotency-Key"
              },
              "Idempotency-Replayed": {
                "$ref": "#/components/headers/Idempotency-Replayed"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SkipTraceResponse"
                },
                "examples": {
                  "match": {
                    "$ref": "#/components/examples/SandboxMatch"
                  },
                  "absentee": {
                    "$ref": "#/components/examples/SandboxAbsentee"
                  },
                  "full": {
                    "$ref": "#/components/examples/SandboxFull"
                  },
                  "nulls": {
                    "$ref": "#/components/examples/SandboxNulls"
                  },
                  "couple": {
                    "$ref": "#/components/examples/SandboxCouple"
                  },
                  "miss": {
                    "$ref": "#/components/examples/SandboxMiss"
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "X-Error-Code": {
                "$ref": "#/components/headers/X-Error-Code"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              },
              "Idempotency-Key": {
                "$ref": "#/components/headers/Idempotency-Key"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "examples": {
                  "missingAddress": {
                    "summary": "A required field is missing",
                    "value": {
                      "error": "address is required"
                    }
                  },
                  "invalidFields": {
                    "summary": "Two fields are invalid",
                    "value": {
                      "error": "state must be a two-letter code; zip must be 5 digits"
                    }
                  },
                  "brokenJson": {
                    "summary": "The body is not JSON",
                    "value": {
                      "error": "The request body is not valid JSON"
                    }
                  },
                  "keyOfAnotherBody": {
                    "summary": "The Idempotency-Key was already used with another body",
                    "value": {
                      "error": "Idempotency-Key was already used with a different request"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/LookupUnauthorized"
          },
          "402": {
            "$ref": "#/components/responses/LookupInsufficientBalance"
          },
          "429": {
            "$ref": "#/components/responses/LookupTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/LookupServerError"
          }
        }
      }
    },
    "/api/v1/skip-trace-bulk": {
      "post": {
        "operationId": "skipTraceBulk",
        "tags": [
          "Lookups"
        ],
        "summary": "Look up 1 to 100 addresses",
        "description": "Looks up 1 to 100 addresses at once. Results are in the order of the request. The price of a match for every entry is reserved first, and refunded for entries that don't match. An address that appears twice is looked up twice, and if it matches, charged twice (once with `freeRepeatDays`). Send an `Idempotency-Key` so that you can repeat the request without paying twice.",
        "x-skiptrace-money": "charges",
        "x-skiptrace-price-cents": 4,
        "x-skiptrace-safety": "charged",
        "x-skiptrace-idempotency": "key",
        "x-skiptrace-rate-limit": {
          "name": "bulk",
          "limit": 250,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": false
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The addresses. At most 1 MB of JSON.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/BulkSkipTraceRequest"
              },
              "examples": {
                "sandbox": {
                  "summary": "Sandbox: a match, a miss and an absentee owner",
                  "value": {
                    "addresses": [
                      {
                        "address": "100 Sandbox Match St",
                        "city": "Austin",
                        "state": "TX",
                        "zip": "78701"
                      },
                      {
                        "address": "404 Sandbox Miss Blvd",
                        "city": "Reno",
                        "state": "NV",
                        "zip": "89501"
                      },
                      {
                        "address": "200 Sandbox Absentee Ave, Dayton, OH 45402"
                      }
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "One result for each address, in the order of the request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              },
              "Idempotency-Key": {
                "$ref": "#/components/headers/Idempotency-Key"
              },
              "Idempotency-Replayed": {
                "$ref": "#/components/headers/Idempotency-Replayed"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/BulkSkipTraceResponse"
                },
                "examples": {
                  "sandbox": {
                    "summary": "Two of three matched",
                    "value": {
                      "success": true,
                      "total": 3,
                      "matched": 2,
                      "totalCharged": 8,
                      "results": [
                        {
                          "found": true,
                          "charged": 4,
                          "contact": {
                            "firstName": "Jordan",
                            "lastName": "Avery",
                            "fullName": "Jordan Avery",
                            "propertyAddress": "100 Sandbox Match St",
                            "propertyCity": "Austin",
                            "propertyState": "TX",
                            "propertyZip": "78701",
                            "mailingAddress": "100 Sandbox Match St",
                            "mailingCity": "Austin",
                            "mailingState": "TX",
                            "mailingZip": "78701"
                          },
                          "phones": [
                            {
                              "number": "5125550100",
                              "type": "mobile",
                              "dnc": false
                            },
                            {
                              "number": "5125550101",
                              "type": "landline",
                              "dnc": true
                            }
                          ],
                          "emails": [
                            "jordan.avery@example.com"
                          ]
                        },
                        {
                          "found": false,
                          "charged": 0,
                          "contact": null,
                          "phones": [],
                          "emails": []
                        },
                        {
                          "found": true,
                          "charged": 4,
                          "contact": {
                            "firstName": "Priya",
                            "lastName": "Holloway",
                            "fullName": "Priya Holloway",
                            "propertyAddress": "200 Sandbox Absentee Ave",
                            "propertyCity": "Dayton",
                            "propertyState": "OH",
                            "propertyZip": "45402",
                            "mailingAddress": "12 Sandbox Harbor Rd",
                            "mailingCity": "Portland",
                            "mailingState": "ME",
                            "mailingZip": "04101"
                          },
                          "phones": [
                            {
                              "number": "9375550110",
                              "type": "mobile",
                              "dnc": false
                            }
                          ],
                          "emails": [
                            "priya.holloway@example.com"
                          ]
                        }
                      ]
                    }
                  },
                  "noMatch": {
                    "summary": "Nothing matched, nothing charged",
                    "value": {
                      "success": true,
                      "total": 1,
                      "matched": 0,
                      "totalCharged": 0,
                      "results": [
                        {
                          "found": false,
                          "charged": 0,
                          "contact": null,
                          "phones": [],
                          "emails": []
                        }
                      ]
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field by its path.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "X-Error-Code": {
                "$ref": "#/components/headers/X-Error-Code"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              },
              "Idempotency-Key": {
                "$ref": "#/components/headers/Idempotency-Key"
              },
              "Deprecation": {
                "$ref": "#/components/headers/Deprecation"
              },
              "Sunset": {
                "$ref": "#/components/headers/Sunset"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "examples": {
                  "invalidEntry": {
                    "summary": "The second entry is invalid (entries count from 0)",
                    "value": {
                      "error": "addresses[1].zip must be 5 digits"
                    }
                  },
                  "tooMany": {
                    "summary": "More than 100 addresses",
                    "value": {
                      "error": "addresses must hold at most 100 entries"
                    }
                  },
                  "tooFew": {
                    "summary": "No addresses",
                    "value": {
                      "error": "addresses must have at least 1 entry"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/LookupUnauthorized"
          },
          "402": {
            "$ref": "#/components/responses/LookupInsufficientBalance"
          },
          "429": {
            "$ref": "#/components/responses/LookupTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/LookupServerError"
          }
        }
      }
    },
    "/api/user/account": {
      "get": {
        "operationId": "getAccount",
        "tags": [
          "Account"
        ],
        "summary": "Read your account",
        "description": "The account behind the API key: its balance, its price, and its limits with what is left of them today. This operation is an extension of the interface specification; a server without it answers with its 404 page. This read doesn't count as using the API key.",
        "x-skiptrace-money": "free",
        "x-skiptrace-safety": "safe",
        "x-skiptrace-idempotency": "inherent",
        "x-skiptrace-rate-limit": {
          "name": "account",
          "limit": 600,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": false
        },
        "responses": {
          "200": {
            "description": "The account.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Account"
                },
                "examples": {
                  "live": {
                    "summary": "An account with the default price and limits",
                    "value": {
                      "name": "My company",
                      "mode": "live",
                      "balanceCents": 9876,
                      "pricePerMatchCents": 4,
                      "dailyMisses": {
                        "limit": 250,
                        "used": 12,
                        "remaining": 238,
                        "resetsAt": "2026-11-22T00:00:00.000Z"
                      },
                      "requestsPerMinute": {
                        "single": 500,
                        "bulk": 250,
                        "jobs": 3000
                      },
                      "rowsPerJob": 250000,
                      "termsUrl": null
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/JobUnauthorized"
          },
          "429": {
            "$ref": "#/components/responses/AccountTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/JobServerError"
          }
        }
      }
    },
    "/api/user/skip-trace": {
      "post": {
        "operationId": "createSkipTraceJob",
        "tags": [
          "CSV jobs"
        ],
        "summary": "Create a CSV job",
        "description": "Creates a job in status `pending` and tells you where to upload the CSV file. Nothing is charged.\n\n- `uploadMethod: direct`: send the file as multipart/form-data to `uploadUrl`, which is this job's\n  `POST /api/user/skip-trace/{jobId}/upload`, with the API key. Processing starts automatically.\n- `uploadMethod: presigned`: send an HTTP PUT of the raw CSV to `uploadUrl` with `Content-Type: text/csv` and\n  **without** the API key: the URL carries its own signature and may belong to another host. Then call\n  `POST /api/user/skip-trace/{jobId}/uploaded`; the PUT alone starts nothing. A second PUT before that call\n  replaces the file. On this server the URL is valid for one hour and for this job only. An expired or altered\n  URL is a 403, a file over 1 GiB a 400.\n\nA job without a file is cancelled after 24 hours. Repeating a create with the same `Idempotency-Key` returns the\nsame `jobId` with a freshly signed `uploadUrl`.\n",
        "x-skiptrace-money": "free",
        "x-skiptrace-safety": "repeatable",
        "x-skiptrace-idempotency": "key",
        "x-skiptrace-rate-limit": {
          "name": "jobs",
          "limit": 3000,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": true
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The file's name, and which column holds which part of the address.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateSkipTraceJobRequest"
              },
              "examples": {
                "leads": {
                  "summary": "A file of leads",
                  "value": {
                    "filename": "leads.csv",
                    "columnMapping": {
                      "address": "Address",
                      "city": "City",
                      "state": "State",
                      "zip": "Zip"
                    }
                  }
                },
                "withOwnerNames": {
                  "summary": "A file that names the owner you're looking for",
                  "value": {
                    "filename": "Leads 2026.CSV",
                    "columnMapping": {
                      "address": "Property Address",
                      "city": "Property City",
                      "state": "Property State",
                      "zip": "Property Zip",
                      "firstName": "Owner 1 First Name",
                      "lastName": "Owner 1 Last Name"
                    }
                  }
                },
                "oneLineAddress": {
                  "summary": "One column holds the whole address",
                  "value": {
                    "filename": "one-line.csv",
                    "columnMapping": {
                      "address": "Full Address",
                      "city": "Full Address",
                      "state": "Full Address",
                      "zip": "Full Address"
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The job was created and is waiting for its file.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              },
              "Idempotency-Key": {
                "$ref": "#/components/headers/Idempotency-Key"
              },
              "Idempotency-Replayed": {
                "$ref": "#/components/headers/Idempotency-Replayed"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CreateSkipTraceJobResponse"
                },
                "examples": {
                  "direct": {
                    "summary": "Upload by multipart form",
                    "value": {
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                      "uploadUrl": "http://127.0.0.1:3000/api/user/skip-trace/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90/upload",
                      "uploadMethod": "direct"
                    }
                  },
                  "presigned": {
                    "summary": "Upload by PUT to a signed address",
                    "value": {
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                      "uploadUrl": "http://127.0.0.1:3000/files/uploads/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90?expires=1795262400&signature=made-up",
                      "uploadMethod": "presigned"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "X-Error-Code": {
                "$ref": "#/components/headers/X-Error-Code"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              },
              "Idempotency-Key": {
                "$ref": "#/components/headers/Idempotency-Key"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "examples": {
                  "invalidFilename": {
                    "summary": "Not a CSV file",
                    "value": {
                      "error": "filename must end in .csv"
                    }
                  },
                  "missingColumn": {
                    "summary": "A column is not mapped",
                    "value": {
                      "error": "columnMapping.zip is required"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/CreateUnauthorized"
          },
          "429": {
            "$ref": "#/components/responses/CreateTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/CreateServerError"
          }
        }
      },
      "get": {
        "operationId": "listSkipTraceJobs",
        "tags": [
          "CSV jobs"
        ],
        "summary": "List the 50 most recent jobs",
        "description": "The account's 50 most recent jobs, newest first, with their status, row counts and charges, and a fresh `downloadUrl` for each completed one. With `contentDigest`, only jobs of that list, which echo it. This read doesn't count as using the API key.",
        "x-skiptrace-money": "free",
        "x-skiptrace-safety": "safe",
        "x-skiptrace-idempotency": "inherent",
        "x-skiptrace-rate-limit": {
          "name": "jobs",
          "limit": 3000,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": true
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/ContentDigest"
          }
        ],
        "responses": {
          "200": {
            "description": "The jobs, newest first.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SkipTraceJobList"
                },
                "examples": {
                  "none": {
                    "summary": "An account without jobs",
                    "value": {
                      "jobs": []
                    }
                  },
                  "two": {
                    "summary": "One job to confirm, one to download",
                    "value": {
                      "jobs": [
                        {
                          "id": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                          "status": "preview",
                          "filename": "leads.csv",
                          "totalRows": 10000,
                          "matchedRows": 9812,
                          "unmatchedRows": 188,
                          "pricePerRowCents": 4,
                          "totalChargeCents": 39248,
                          "refundCents": null,
                          "nonMatchCount": 180,
                          "origin": "api",
                          "areaZip5": null,
                          "downloadUrl": null,
                          "errorMessage": null,
                          "createdAt": "2026-11-21T09:30:00.000Z",
                          "updatedAt": "2026-11-21T09:30:12.000Z"
                        },
                        {
                          "id": "018f6e11-2c4d-7f60-8b1e-6a9d3c5e7f02",
                          "status": "completed",
                          "filename": "old-leads.csv",
                          "totalRows": 120,
                          "matchedRows": 100,
                          "unmatchedRows": 20,
                          "pricePerRowCents": 4,
                          "totalChargeCents": 400,
                          "refundCents": null,
                          "nonMatchCount": 20,
                          "origin": "dashboard",
                          "areaZip5": null,
                          "downloadUrl": "http://127.0.0.1:3000/files/results/018f6e11-2c4d-7f60-8b1e-6a9d3c5e7f02?expires=1795262400&signature=made-up",
                          "errorMessage": null,
                          "createdAt": "2026-11-20T16:00:00.000Z",
                          "updatedAt": "2026-11-20T16:04:40.000Z"
                        }
                      ]
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/JobUnauthorized"
          },
          "429": {
            "$ref": "#/components/responses/JobTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/JobServerError"
          }
        }
      }
    },
    "/api/user/skip-trace/{jobId}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/JobId"
        }
      ],
      "get": {
        "operationId": "getSkipTraceJob",
        "tags": [
          "CSV jobs"
        ],
        "summary": "Read one job",
        "description": "The job's current state; poll it every few seconds. Counts and the total appear from `preview` on. Once the job is `completed`, each call signs a fresh `downloadUrl`. This read doesn't count as using the API key.",
        "x-skiptrace-money": "free",
        "x-skiptrace-safety": "safe",
        "x-skiptrace-idempotency": "inherent",
        "x-skiptrace-rate-limit": {
          "name": "jobs",
          "limit": 3000,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": true
        },
        "responses": {
          "200": {
            "description": "The job.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SkipTraceJob"
                },
                "examples": {
                  "processing": {
                    "summary": "Rows are being matched",
                    "value": {
                      "id": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                      "status": "processing",
                      "filename": "leads.csv",
                      "totalRows": null,
                      "matchedRows": null,
                      "unmatchedRows": null,
                      "pricePerRowCents": 4,
                      "totalChargeCents": null,
                      "refundCents": null,
                      "nonMatchCount": null,
                      "blankAddressCount": null,
                      "downloadUrl": null,
                      "errorMessage": null,
                      "createdAt": "2026-11-21T09:30:00.000Z",
                      "updatedAt": "2026-11-21T09:30:04.000Z"
                    }
                  },
                  "preview": {
                    "summary": "9,812 of 10,000 rows matched × $0.04 = $392.48",
                    "value": {
                      "id": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                      "status": "preview",
                      "filename": "leads.csv",
                      "totalRows": 10000,
                      "matchedRows": 9812,
                      "unmatchedRows": 188,
                      "pricePerRowCents": 4,
                      "totalChargeCents": 39248,
                      "refundCents": null,
                      "nonMatchCount": 180,
                      "blankAddressCount": 8,
                      "downloadUrl": null,
                      "errorMessage": null,
                      "createdAt": "2026-11-21T09:30:00.000Z",
                      "updatedAt": "2026-11-21T09:30:12.000Z"
                    }
                  },
                  "completed": {
                    "summary": "The enriched file can be downloaded",
                    "value": {
                      "id": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                      "status": "completed",
                      "filename": "leads.csv",
                      "totalRows": 10000,
                      "matchedRows": 9812,
                      "unmatchedRows": 188,
                      "pricePerRowCents": 4,
                      "totalChargeCents": 39248,
                      "refundCents": null,
                      "nonMatchCount": 180,
                      "blankAddressCount": 8,
                      "downloadUrl": "http://127.0.0.1:3000/files/results/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90?expires=1795262400&signature=made-up",
                      "errorMessage": null,
                      "createdAt": "2026-11-21T09:30:00.000Z",
                      "updatedAt": "2026-11-21T09:31:02.000Z"
                    }
                  },
                  "failed": {
                    "summary": "A mapped column is not in the file; nothing was charged",
                    "value": {
                      "id": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                      "status": "failed",
                      "filename": "leads.csv",
                      "totalRows": null,
                      "matchedRows": null,
                      "unmatchedRows": null,
                      "pricePerRowCents": 4,
                      "totalChargeCents": null,
                      "refundCents": null,
                      "nonMatchCount": null,
                      "blankAddressCount": null,
                      "downloadUrl": null,
                      "errorMessage": "The file has no column \"Zip\". Its header is: Address, City, State, Postal Code.",
                      "createdAt": "2026-11-21T09:30:00.000Z",
                      "updatedAt": "2026-11-21T09:30:05.000Z"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/JobUnauthorized"
          },
          "404": {
            "$ref": "#/components/responses/JobNotFound"
          },
          "429": {
            "$ref": "#/components/responses/JobTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/JobServerError"
          }
        }
      }
    },
    "/api/user/skip-trace/{jobId}/upload": {
      "parameters": [
        {
          "$ref": "#/components/parameters/JobId"
        }
      ],
      "post": {
        "operationId": "uploadSkipTraceJobFile",
        "tags": [
          "CSV jobs"
        ],
        "summary": "Upload a job's CSV file (uploadMethod direct)",
        "description": "Takes the CSV file of a `pending` job as multipart/form-data and starts processing it. A refused upload leaves the job `pending`, so it can be sent again. Nothing is charged.",
        "x-skiptrace-money": "free",
        "x-skiptrace-safety": "repeatable",
        "x-skiptrace-idempotency": "state",
        "x-skiptrace-rate-limit": {
          "name": "jobs",
          "limit": 3000,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": true
        },
        "requestBody": {
          "required": true,
          "description": "A form with the part `file`, which must be a file part (one with a filename). The part's own content type is ignored.",
          "content": {
            "multipart/form-data": {
              "schema": {
                "$ref": "#/components/schemas/UploadSkipTraceJobFileRequest"
              },
              "examples": {
                "leads": {
                  "summary": "A file of two rows",
                  "value": {
                    "file": "Address,City,State,Zip\n100 Sandbox Match St,Austin,TX,78701\n404 Sandbox Miss Blvd,Reno,NV,89501\n"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The file was received; processing starts automatically.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JobActionResponse"
                },
                "examples": {
                  "uploaded": {
                    "summary": "The job is waiting for a worker",
                    "value": {
                      "status": "uploaded",
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
                    }
                  },
                  "processing": {
                    "summary": "A worker picked it up at once",
                    "value": {
                      "status": "processing",
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The form is malformed or has no file part named `file`, or the file is empty or larger than 50 MB. `error` names `file`. The job is still `pending`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "X-Error-Code": {
                "$ref": "#/components/headers/X-Error-Code"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "examples": {
                  "missingFile": {
                    "summary": "No file part",
                    "value": {
                      "error": "file is required and must be a file part"
                    }
                  },
                  "emptyFile": {
                    "summary": "An empty file",
                    "value": {
                      "error": "file is empty"
                    }
                  },
                  "tooLarge": {
                    "summary": "More than 50 MB",
                    "value": {
                      "error": "file must be at most 50 MB"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/JobUnauthorized"
          },
          "404": {
            "$ref": "#/components/responses/JobNotFound"
          },
          "409": {
            "$ref": "#/components/responses/JobConflict"
          },
          "429": {
            "$ref": "#/components/responses/JobTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/JobServerError"
          }
        }
      }
    },
    "/api/user/skip-trace/{jobId}/uploaded": {
      "parameters": [
        {
          "$ref": "#/components/parameters/JobId"
        }
      ],
      "post": {
        "operationId": "markSkipTraceJobUploaded",
        "tags": [
          "CSV jobs"
        ],
        "summary": "Finish an upload (uploadMethod presigned)",
        "description": "Call this after the PUT of the raw CSV (`Content-Type: text/csv`, no API key) to `uploadUrl` succeeded. It starts processing the job, which must be `pending`; without a PUT it's a 409 that names pending. After this the file can't be replaced. No body. Nothing is charged.",
        "x-skiptrace-money": "free",
        "x-skiptrace-safety": "repeatable",
        "x-skiptrace-idempotency": "state",
        "x-skiptrace-rate-limit": {
          "name": "jobs",
          "limit": 3000,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": true
        },
        "responses": {
          "200": {
            "description": "The upload is complete; processing starts automatically.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JobActionResponse"
                },
                "examples": {
                  "uploaded": {
                    "summary": "The job is waiting for a worker",
                    "value": {
                      "status": "uploaded",
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
                    }
                  },
                  "processing": {
                    "summary": "A worker picked it up at once",
                    "value": {
                      "status": "processing",
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/JobUnauthorized"
          },
          "404": {
            "$ref": "#/components/responses/JobNotFound"
          },
          "409": {
            "$ref": "#/components/responses/JobConflict"
          },
          "429": {
            "$ref": "#/components/responses/JobTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/JobServerError"
          }
        }
      }
    },
    "/api/user/skip-trace/{jobId}/confirm": {
      "parameters": [
        {
          "$ref": "#/components/parameters/JobId"
        }
      ],
      "post": {
        "operationId": "confirmSkipTraceJob",
        "tags": [
          "CSV jobs"
        ],
        "summary": "Confirm and pay for a job",
        "description": "Charges exactly the previewed `totalChargeCents` of a job in `preview` and starts building the enriched CSV. For an account with `freeRepeatDays` it may be less, never more: rows whose property was paid for since the preview are free. A job without matches is confirmed for 0 cents. If two confirms arrive at once, one is a 409 and only one charges. If you don't know the outcome, read the job: its status tells. If the file can't be built, the job becomes `failed` and the charge is refunded (`refundCents`). No body.",
        "x-skiptrace-money": "charges",
        "x-skiptrace-price-cents": 4,
        "x-skiptrace-safety": "charged",
        "x-skiptrace-idempotency": "state",
        "x-skiptrace-rate-limit": {
          "name": "jobs",
          "limit": 3000,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": true
        },
        "responses": {
          "200": {
            "description": "The job was charged; the enriched CSV is being built.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ConfirmSkipTraceJobResponse"
                },
                "examples": {
                  "charged": {
                    "summary": "9,812 matched rows were charged",
                    "value": {
                      "status": "confirmed",
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                      "totalChargeCents": 39248
                    }
                  },
                  "noMatch": {
                    "summary": "No row matched, so nothing was charged",
                    "value": {
                      "status": "confirmed",
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90",
                      "totalChargeCents": 0
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/JobUnauthorized"
          },
          "402": {
            "$ref": "#/components/responses/JobInsufficientBalance"
          },
          "404": {
            "$ref": "#/components/responses/JobNotFound"
          },
          "409": {
            "$ref": "#/components/responses/JobConflict"
          },
          "429": {
            "$ref": "#/components/responses/JobTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/JobServerError"
          }
        }
      }
    },
    "/api/user/skip-trace/{jobId}/cancel": {
      "parameters": [
        {
          "$ref": "#/components/parameters/JobId"
        }
      ],
      "post": {
        "operationId": "cancelSkipTraceJob",
        "tags": [
          "CSV jobs"
        ],
        "summary": "Cancel a job",
        "description": "Cancels a job in `pending`, `uploaded` or `preview` for good. In any other status, including `processing`, it's a 409. No body. Nothing is charged.",
        "x-skiptrace-money": "free",
        "x-skiptrace-safety": "repeatable",
        "x-skiptrace-idempotency": "state",
        "x-skiptrace-rate-limit": {
          "name": "jobs",
          "limit": 3000,
          "windowSeconds": 60,
          "scope": "account",
          "configurable": true
        },
        "responses": {
          "200": {
            "description": "The job is cancelled.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JobActionResponse"
                },
                "examples": {
                  "cancelled": {
                    "summary": "The job is cancelled",
                    "value": {
                      "status": "cancelled",
                      "jobId": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/JobUnauthorized"
          },
          "404": {
            "$ref": "#/components/responses/JobNotFound"
          },
          "409": {
            "$ref": "#/components/responses/JobConflict"
          },
          "429": {
            "$ref": "#/components/responses/JobTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/JobServerError"
          }
        }
      }
    },
    "/api/contact": {
      "post": {
        "operationId": "sendContactMessage",
        "tags": [
          "Support"
        ],
        "summary": "Send a message to the support team",
        "description": "Needs no API key; a key is ignored. A message is sent only if the body says `success: true`. One IP address may send five messages in 15 minutes; refused ones don't count.",
        "security": [],
        "x-skiptrace-money": "free",
        "x-skiptrace-safety": "repeatable",
        "x-skiptrace-idempotency": "none",
        "x-skiptrace-rate-limit": {
          "name": "contact",
          "limit": 5,
          "windowSeconds": 900,
          "scope": "ip",
          "configurable": false
        },
        "requestBody": {
          "required": true,
          "description": "The message and its sender. At most 1 MB of JSON.",
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ContactMessage"
              },
              "examples": {
                "question": {
                  "summary": "A question",
                  "value": {
                    "fullName": "Robin Example",
                    "email": "robin@example.com",
                    "phone": "(512) 555-0142",
                    "reason": "General",
                    "message": "How long are enriched files kept?",
                    "consent": true
                  }
                },
                "login": {
                  "summary": "A login problem, from abroad",
                  "value": {
                    "fullName": "Kim Example",
                    "email": "kim@example.com",
                    "phone": "+44 1632 960123",
                    "reason": "Login Issues",
                    "message": "My key answers 401 since this morning."
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The message was received.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ContactMessageResponse"
                },
                "examples": {
                  "sent": {
                    "summary": "The message was sent",
                    "value": {
                      "success": true
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/X-Request-Id"
              },
              "X-Error-Code": {
                "$ref": "#/components/headers/X-Error-Code"
              },
              "RateLimit-Limit": {
                "$ref": "#/components/headers/RateLimit-Limit"
              },
              "RateLimit-Remaining": {
                "$ref": "#/components/headers/RateLimit-Remaining"
              },
              "RateLimit-Reset": {
                "$ref": "#/components/headers/RateLimit-Reset"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "examples": {
                  "invalidFields": {
                    "summary": "Two fields are invalid",
                    "value": {
                      "error": "email must be an email address; message must be at least 5 characters"
                    }
                  },
                  "unknownReason": {
                    "summary": "An unknown reason",
                    "value": {
                      "error": "reason must be one of: Login Issues, General, Other"
                    }
                  }
                }
              }
            }
          },
          "429": {
            "$ref": "#/components/responses/ContactTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/ContactServerError"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "pc_ (live) or pc_test_ (test) followed by at least 32 letters and digits",
        "description": "`Authorization: Bearer pc_…`, or `Bearer pc_test_…` for a test key. A missing, malformed, unknown or revoked key is a 401, and so is a suspended account."
      }
    },
    "parameters": {
      "JobId": {
        "name": "jobId",
        "in": "path",
        "required": true,
        "description": "The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.",
        "schema": {
          "type": "string",
          "format": "uuid",
          "maxLength": 36
        },
        "example": "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
      },
      "ContentDigest": {
        "name": "contentDigest",
        "in": "query",
        "required": false,
        "description": "Only jobs that were created with this `contentDigest`, by whichever client of the account. Each echoes it; a server that doesn't know the parameter ignores it, and its jobs lack the field. Our extension.",
        "schema": {
          "type": "string",
          "maxLength": 64
        },
        "example": "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"
      },
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": false,
        "description": "A value you choose, 1 to 255 visible ASCII characters, that makes the request safe to repeat. For 24 hours, the first success is stored per account and operation, and returned again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals aren't stored. The same value with another body is a 400. A second request that arrives while the first is running waits for its answer. A server that supports keys echoes the value in every answer.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[!-~]+$"
        },
        "example": "9f2c4e5a-lead-4711"
      }
    },
    "headers": {
      "X-Request-Id": {
        "description": "Identifies this request in the server's logs. Include it when you contact support.",
        "schema": {
          "type": "string",
          "minLength": 1
        },
        "example": "req_01JD7Q3M5V8X2K4N6P9R0T1W3Y"
      },
      "X-Error-Code": {
        "description": "Why the request was refused or failed, for programs: on every answer of an error, also on the pages for unknown paths and methods. The sentence in `error` may change; a code never changes its meaning. New codes may come, so treat one you don't know like its status.",
        "schema": {
          "type": "string",
          "enum": [
            "invalid_request",
            "invalid_idempotency_key",
            "idempotency_conflict",
            "invalid_upload",
            "price_changed",
            "unauthorized",
            "insufficient_balance",
            "job_not_found",
            "job_status_conflict",
            "rate_limited",
            "account_limit",
            "daily_miss_limit",
            "server_error",
            "reservation_expired",
            "storage_full",
            "storage_unavailable",
            "database_unavailable",
            "commit_unknown",
            "unknown_path",
            "method_not_allowed",
            "unreadable_request"
          ]
        },
        "example": "insufficient_balance"
      },
      "RateLimit-Limit": {
        "description": "Requests allowed in the current window. Absent on a 401.",
        "schema": {
          "type": "integer",
          "minimum": 1
        },
        "example": 500
      },
      "RateLimit-Remaining": {
        "description": "Requests left in the current window.",
        "schema": {
          "type": "integer",
          "minimum": 0
        },
        "example": 499
      },
      "RateLimit-Reset": {
        "description": "Seconds until the current window ends.",
        "schema": {
          "type": "integer",
          "minimum": 0
        },
        "example": 60
      },
      "Retry-After": {
        "description": "Whole seconds to wait before the next attempt, rounded up. For the daily cap on misses: the seconds until the next UTC midnight.",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 1
        },
        "example": 12
      },
      "Idempotency-Key": {
        "description": "The request's own key, echoed by a server that supports keys. Absent when the request had none.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[!-~]+$"
        },
        "example": "9f2c4e5a-lead-4711"
      },
      "Idempotency-Replayed": {
        "description": "`true` when this is the stored answer to an earlier request with the same key. Absent otherwise.",
        "schema": {
          "type": "string",
          "enum": [
            "true"
          ]
        },
        "example": "true"
      },
      "Deprecation": {
        "description": "RFC 9745. When this version was deprecated. Only during a notice period.",
        "schema": {
          "type": "string",
          "pattern": "^@\\d+$"
        },
        "example": "@1795262400"
      },
      "Sunset": {
        "description": "RFC 8594. When this version will be switched off (an HTTP date). Only during a notice period.",
        "schema": {
          "type": "string"
        },
        "example": "Sun, 21 Nov 2027 12:00:00 GMT"
      },
      "Link": {
        "description": "RFC 8288. The announcement, with rel=\"deprecation\". Only during a notice period.",
        "schema": {
          "type": "string"
        },
        "example": "<https://example.com/deprecation>; rel=\"deprecation\""
      },
      "WWW-Authenticate": {
        "description": "RFC 9110 §11.6.1. The kind of credentials required.",
        "schema": {
          "type": "string"
        },
        "example": "Bearer"
      }
    },
    "responses": {
      "LookupUnauthorized": {
        "description": "The API key is missing, malformed, unknown or revoked, or its account is suspended.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WWW-Authenticate"
          },
          "Idempotency-Key": {
            "$ref": "#/components/headers/Idempotency-Key"
          },
          "Deprecation": {
            "$ref": "#/components/headers/Deprecation"
          },
          "Sunset": {
            "$ref": "#/components/headers/Sunset"
          },
          "Link": {
            "$ref": "#/components/headers/Link"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "invalidKey": {
                "summary": "Missing or invalid key",
                "value": {
                  "error": "A valid API key is required"
                }
              }
            }
          }
        }
      },
      "CreateUnauthorized": {
        "description": "The API key is missing, malformed, unknown or revoked, or its account is suspended.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WWW-Authenticate"
          },
          "Idempotency-Key": {
            "$ref": "#/components/headers/Idempotency-Key"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "invalidKey": {
                "summary": "Missing or invalid key",
                "value": {
                  "error": "A valid API key is required"
                }
              }
            }
          }
        }
      },
      "JobUnauthorized": {
        "description": "The API key is missing, malformed, unknown or revoked, or its account is suspended.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WWW-Authenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "invalidKey": {
                "summary": "Missing or invalid key",
                "value": {
                  "error": "A valid API key is required"
                }
              }
            }
          }
        }
      },
      "LookupInsufficientBalance": {
        "description": "The balance can't cover a match (single) or a match for every entry (bulk). Nothing was looked up or charged.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          },
          "Idempotency-Key": {
            "$ref": "#/components/headers/Idempotency-Key"
          },
          "Deprecation": {
            "$ref": "#/components/headers/Deprecation"
          },
          "Sunset": {
            "$ref": "#/components/headers/Sunset"
          },
          "Link": {
            "$ref": "#/components/headers/Link"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/InsufficientBalanceError"
            },
            "examples": {
              "single": {
                "summary": "A single lookup needs $0.04",
                "value": {
                  "error": "The balance does not cover this request",
                  "balanceRequired": 4
                }
              },
              "bulk": {
                "summary": "A bulk lookup of 100 addresses needs $4.00",
                "value": {
                  "error": "The balance does not cover this request",
                  "balanceRequired": 400
                }
              }
            }
          }
        }
      },
      "JobInsufficientBalance": {
        "description": "The balance can't cover the previewed total. The job stays in `preview`. Nothing was charged.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/InsufficientBalanceError"
            },
            "examples": {
              "confirm": {
                "summary": "The job needs $392.48",
                "value": {
                  "error": "The balance does not cover this job",
                  "balanceRequired": 39248
                }
              }
            }
          }
        }
      },
      "JobNotFound": {
        "description": "This account has no such job.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "unknownJob": {
                "summary": "Unknown ID",
                "value": {
                  "error": "Job not found"
                }
              }
            }
          }
        }
      },
      "JobConflict": {
        "description": "The job's status doesn't allow this. `error` names the current status. Nothing changed.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "processing": {
                "summary": "The job is being matched",
                "value": {
                  "error": "The job cannot be cancelled now: its status is processing"
                }
              },
              "completed": {
                "summary": "The job is done",
                "value": {
                  "error": "The job cannot be confirmed now: its status is completed"
                }
              },
              "pending": {
                "summary": "No file has arrived",
                "value": {
                  "error": "No file was uploaded yet: the status of the job is pending"
                }
              }
            }
          }
        }
      },
      "LookupTooManyRequests": {
        "description": "Too many requests in a minute: wait `Retry-After` seconds. Or, if `dailyMissLimit` is there, the daily cap on free misses: check your list and come back the next UTC day. Nothing was looked up or charged.",
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/Retry-After"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          },
          "Idempotency-Key": {
            "$ref": "#/components/headers/Idempotency-Key"
          },
          "Deprecation": {
            "$ref": "#/components/headers/Deprecation"
          },
          "Sunset": {
            "$ref": "#/components/headers/Sunset"
          },
          "Link": {
            "$ref": "#/components/headers/Link"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "rateLimit": {
                "summary": "Too many requests in a minute",
                "value": {
                  "error": "Too many requests; try again in 12 seconds"
                }
              },
              "dailyMisses": {
                "summary": "250 net misses today",
                "value": {
                  "error": "The daily limit of unmatched addresses is reached; check the list and try again tomorrow (UTC)",
                  "dailyMissLimit": 250
                }
              }
            }
          }
        }
      },
      "CreateTooManyRequests": {
        "description": "Too many requests on CSV jobs in a minute. Wait `Retry-After` seconds.",
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/Retry-After"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          },
          "Idempotency-Key": {
            "$ref": "#/components/headers/Idempotency-Key"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "rateLimit": {
                "summary": "Too many requests in a minute",
                "value": {
                  "error": "Too many requests; try again in 12 seconds"
                }
              }
            }
          }
        }
      },
      "JobTooManyRequests": {
        "description": "Too many requests on CSV jobs in a minute. Wait `Retry-After` seconds.",
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/Retry-After"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "rateLimit": {
                "summary": "Too many requests in a minute",
                "value": {
                  "error": "Too many requests; try again in 12 seconds"
                }
              }
            }
          }
        }
      },
      "AccountTooManyRequests": {
        "description": "Too many reads of the account in a minute. Wait `Retry-After` seconds.",
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/Retry-After"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "rateLimit": {
                "summary": "Too many requests in a minute",
                "value": {
                  "error": "Too many requests; try again in 12 seconds"
                }
              }
            }
          }
        }
      },
      "ContactTooManyRequests": {
        "description": "Five messages came from this IP address in 15 minutes. Wait `Retry-After` seconds.",
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/Retry-After"
          },
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "rateLimit": {
                "summary": "Five messages in 15 minutes",
                "value": {
                  "error": "Too many messages; try again in 840 seconds"
                }
              }
            }
          }
        }
      },
      "LookupServerError": {
        "description": "An unexpected error. The lookup was not charged; a bulk's reservation is refunded.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          },
          "Idempotency-Key": {
            "$ref": "#/components/headers/Idempotency-Key"
          },
          "Deprecation": {
            "$ref": "#/components/headers/Deprecation"
          },
          "Sunset": {
            "$ref": "#/components/headers/Sunset"
          },
          "Link": {
            "$ref": "#/components/headers/Link"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "unexpected": {
                "summary": "Unexpected error",
                "value": {
                  "error": "Server error. Try again later."
                }
              }
            }
          }
        }
      },
      "CreateServerError": {
        "description": "An unexpected error. Nothing was charged.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          },
          "Idempotency-Key": {
            "$ref": "#/components/headers/Idempotency-Key"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "unexpected": {
                "summary": "Unexpected error",
                "value": {
                  "error": "Server error. Try again later."
                }
              }
            }
          }
        }
      },
      "JobServerError": {
        "description": "An unexpected error. Read the job before repeating an action; its status says what happened.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "unexpected": {
                "summary": "Unexpected error",
                "value": {
                  "error": "Server error. Try again later."
                }
              }
            }
          }
        }
      },
      "ContactServerError": {
        "description": "An unexpected error. The message was not sent.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/X-Request-Id"
          },
          "X-Error-Code": {
            "$ref": "#/components/headers/X-Error-Code"
          },
          "RateLimit-Limit": {
            "$ref": "#/components/headers/RateLimit-Limit"
          },
          "RateLimit-Remaining": {
            "$ref": "#/components/headers/RateLimit-Remaining"
          },
          "RateLimit-Reset": {
            "$ref": "#/components/headers/RateLimit-Reset"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "unexpected": {
                "summary": "Unexpected error",
                "value": {
                  "error": "Server error. Try again later."
                }
              }
            }
          }
        }
      }
    },
    "schemas": {
      "AddressInput": {
        "type": "object",
        "description": "One address to look up.",
        "required": [
          "address"
        ],
        "properties": {
          "address": {
            "type": "string",
            "minLength": 1,
            "maxLength": 10000,
            "pattern": "^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$",
            "x-skiptrace-must": "hold something other than white space, and no control characters",
            "description": "Street address; city, state and ZIP may follow on the same line. Not blank, no control characters other than TAB, CR and LF; at most 10,000 characters.",
            "examples": [
              "100 Sandbox Match St"
            ],
            "x-skiptrace-personal-data": true
          },
          "city": {
            "type": "string",
            "maxLength": 1000,
            "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$",
            "x-skiptrace-must": "not hold control characters",
            "description": "City name, without control characters, at most 1,000 characters; improves match accuracy.",
            "examples": [
              "Austin"
            ],
            "x-skiptrace-personal-data": true
          },
          "state": {
            "type": "string",
            "maxLength": 2,
            "pattern": "^[A-Za-z]{2}$",
            "x-skiptrace-must": "be a two-letter code",
            "description": "Two-letter state code, in either case; improves match accuracy.",
            "examples": [
              "TX"
            ],
            "x-skiptrace-personal-data": true
          },
          "zip": {
            "type": "string",
            "maxLength": 5,
            "pattern": "^\\d{5}$",
            "x-skiptrace-must": "be 5 digits",
            "description": "5-digit ZIP code; improves match accuracy.",
            "examples": [
              "78701"
            ],
            "x-skiptrace-personal-data": true
          }
        }
      },
      "Contact": {
        "type": "object",
        "description": "The matched owner. Every field is present; null means it isn't on file.",
        "required": [
          "firstName",
          "lastName",
          "fullName",
          "propertyAddress",
          "propertyCity",
          "propertyState",
          "propertyZip",
          "mailingAddress",
          "mailingCity",
          "mailingState",
          "mailingZip"
        ],
        "properties": {
          "firstName": {
            "type": [
              "string",
              "null"
            ],
            "description": "The owner's first name.",
            "examples": [
              "Jordan"
            ],
            "x-skiptrace-personal-data": true
          },
          "lastName": {
            "type": [
              "string",
              "null"
            ],
            "description": "The owner's last name.",
            "examples": [
              "Avery"
            ],
            "x-skiptrace-personal-data": true
          },
          "fullName": {
            "type": [
              "string",
              "null"
            ],
            "description": "The owner's name as it is on file. A company or trust has only this name.",
            "examples": [
              "Jordan Avery"
            ],
            "x-skiptrace-personal-data": true
          },
          "propertyAddress": {
            "type": [
              "string",
              "null"
            ],
            "description": "Street address of the property.",
            "examples": [
              "100 Sandbox Match St"
            ],
            "x-skiptrace-personal-data": true
          },
          "propertyCity": {
            "type": [
              "string",
              "null"
            ],
            "description": "City of the property.",
            "examples": [
              "Austin"
            ],
            "x-skiptrace-personal-data": true
          },
          "propertyState": {
            "type": [
              "string",
              "null"
            ],
            "description": "Two-letter state code of the property.",
            "examples": [
              "TX"
            ],
            "x-skiptrace-personal-data": true
          },
          "propertyZip": {
            "type": [
              "string",
              "null"
            ],
            "description": "ZIP code of the property.",
            "examples": [
              "78701"
            ],
            "x-skiptrace-personal-data": true
          },
          "mailingAddress": {
            "type": [
              "string",
              "null"
            ],
            "description": "The owner's mailing address; differs from the property's for absentee owners.",
            "examples": [
              "100 Sandbox Match St"
            ],
            "x-skiptrace-personal-data": true
          },
          "mailingCity": {
            "type": [
              "string",
              "null"
            ],
            "description": "City of the mailing address.",
            "examples": [
              "Austin"
            ],
            "x-skiptrace-personal-data": true
          },
          "mailingState": {
            "type": [
              "string",
              "null"
            ],
            "description": "State code of the mailing address.",
            "examples": [
              "TX"
            ],
            "x-skiptrace-personal-data": true
          },
          "mailingZip": {
            "type": [
              "string",
              "null"
            ],
            "description": "ZIP code of the mailing address.",
            "examples": [
              "78701"
            ],
            "x-skiptrace-personal-data": true
          }
        }
      },
      "Phone": {
        "type": "object",
        "description": "A phone number of the matched owner.",
        "required": [
          "number",
          "type",
          "dnc"
        ],
        "properties": {
          "number": {
            "type": "string",
            "pattern": "^\\d{10}$",
            "description": "US phone number, 10 digits without punctuation.",
            "examples": [
              "5125550100"
            ],
            "x-skiptrace-personal-data": true
          },
          "type": {
            "$ref": "#/components/schemas/PhoneType",
            "description": "Mobile or landline."
          },
          "dnc": {
            "type": "boolean",
            "description": "True if the number is on a Do Not Call registry, or if that's unknown.",
            "examples": [
              false
            ]
          },
          "dncChecked": {
            "type": "boolean",
            "description": "False if nobody checked whether the number is on a Do Not Call registry; `dnc` is true then, as a precaution. Absent if the data says it, or if the service doesn't know.",
            "examples": [
              false
            ]
          }
        }
      },
      "PhoneType": {
        "type": "string",
        "enum": [
          "mobile",
          "landline"
        ],
        "description": "The kind of line."
      },
      "Phones": {
        "type": "array",
        "description": "Mobile numbers first (at most 10), then landlines (at most 9).",
        "maxItems": 19,
        "items": {
          "$ref": "#/components/schemas/Phone"
        },
        "contains": {
          "properties": {
            "type": {
              "const": "mobile"
            }
          }
        },
        "minContains": 0,
        "maxContains": 10,
        "not": {
          "contains": {
            "properties": {
              "type": {
                "const": "landline"
              }
            }
          },
          "minContains": 10
        }
      },
      "Emails": {
        "type": "array",
        "description": "Email addresses of the matched owner, as they are on file.",
        "maxItems": 28,
        "items": {
          "type": "string",
          "description": "An email address.",
          "examples": [
            "jordan.avery@example.com"
          ],
          "x-skiptrace-personal-data": true
        }
      },
      "Repeat": {
        "type": "boolean",
        "const": true,
        "description": "True: the account was charged for this property within its `freeRepeatDays`, so this match is free. Absent otherwise, and for every account without that term.",
        "examples": [
          true
        ]
      },
      "PaidOn": {
        "type": "string",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "The UTC day on which the account was charged for the property. With `repeat` only.",
        "examples": [
          "2026-11-25"
        ]
      },
      "SkipTraceResponse": {
        "description": "Result of a single lookup: a match (`found: true`) or a free miss (`found: false`).",
        "oneOf": [
          {
            "$ref": "#/components/schemas/SkipTraceMatch"
          },
          {
            "$ref": "#/components/schemas/SkipTraceMiss"
          }
        ]
      },
      "SkipTraceMatch": {
        "type": "object",
        "description": "An owner was found and charged for, unless it is a free repeat.",
        "required": [
          "success",
          "found",
          "contact",
          "charged",
          "phones",
          "emails"
        ],
        "properties": {
          "success": {
            "type": "boolean",
            "const": true,
            "description": "Always true."
          },
          "found": {
            "type": "boolean",
            "const": true,
            "description": "An owner was found."
          },
          "contact": {
            "$ref": "#/components/schemas/Contact",
            "description": "The matched owner."
          },
          "charged": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "Cents charged, the account's price of a match; 4 unless the operator set another. 0 for a repeat.",
            "examples": [
              4
            ]
          },
          "repeat": {
            "$ref": "#/components/schemas/Repeat",
            "description": "True for a free repeat; absent otherwise."
          },
          "paidOn": {
            "$ref": "#/components/schemas/PaidOn",
            "description": "When it was paid for; with `repeat` only."
          },
          "phones": {
            "$ref": "#/components/schemas/Phones",
            "description": "The owner's phone numbers; may be empty."
          },
          "emails": {
            "$ref": "#/components/schemas/Emails",
            "description": "The owner's email addresses; may be empty."
          }
        }
      },
      "SkipTraceMiss": {
        "type": "object",
        "description": "No owner was found; nothing was charged. `charged`, `phones` and `emails` are absent.",
        "required": [
          "success",
          "found",
          "contact"
        ],
        "properties": {
          "success": {
            "type": "boolean",
            "const": true,
            "description": "Always true."
          },
          "found": {
            "type": "boolean",
            "const": false,
            "description": "No owner was found."
          },
          "contact": {
            "type": "null",
            "description": "Always null on a miss."
          }
        },
        "not": {
          "anyOf": [
            {
              "required": [
                "charged"
              ]
            },
            {
              "required": [
                "phones"
              ]
            },
            {
              "required": [
                "emails"
              ]
            }
          ]
        }
      },
      "BulkSkipTraceRequest": {
        "type": "object",
        "description": "The addresses to look up.",
        "required": [
          "addresses"
        ],
        "properties": {
          "addresses": {
            "type": "array",
            "minItems": 1,
            "maxItems": 100,
            "description": "1 to 100 addresses. Only `address` is required in each.",
            "items": {
              "$ref": "#/components/schemas/AddressInput"
            }
          }
        }
      },
      "BulkLookupResult": {
        "description": "One entry of a bulk response: a match (`found: true`) or a free miss (`found: false`).",
        "oneOf": [
          {
            "$ref": "#/components/schemas/BulkLookupMatch"
          },
          {
            "$ref": "#/components/schemas/BulkLookupMiss"
          }
        ]
      },
      "BulkLookupMatch": {
        "type": "object",
        "description": "An owner was found and charged for, unless it is a free repeat.",
        "required": [
          "found",
          "charged",
          "contact",
          "phones",
          "emails"
        ],
        "properties": {
          "found": {
            "type": "boolean",
            "const": true,
            "description": "An owner was found."
          },
          "charged": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "Cents charged, the account's price of a match; 4 unless the operator set another. 0 for a repeat.",
            "examples": [
              4
            ]
          },
          "repeat": {
            "$ref": "#/components/schemas/Repeat",
            "description": "True for a free repeat; absent otherwise."
          },
          "paidOn": {
            "$ref": "#/components/schemas/PaidOn",
            "description": "When it was paid for; with `repeat` only."
          },
          "contact": {
            "$ref": "#/components/schemas/Contact",
            "description": "The matched owner."
          },
          "phones": {
            "$ref": "#/components/schemas/Phones",
            "description": "The owner's phone numbers; may be empty."
          },
          "emails": {
            "$ref": "#/components/schemas/Emails",
            "description": "The owner's email addresses; may be empty."
          }
        }
      },
      "BulkLookupMiss": {
        "type": "object",
        "description": "No owner was found; nothing was charged.",
        "required": [
          "found",
          "charged",
          "contact",
          "phones",
          "emails"
        ],
        "properties": {
          "found": {
            "type": "boolean",
            "const": false,
            "description": "No owner was found."
          },
          "charged": {
            "type": "integer",
            "minimum": 0,
            "maximum": 0,
            "description": "Cents charged; 0 on a miss.",
            "examples": [
              0
            ]
          },
          "contact": {
            "type": "null",
            "description": "Always null on a miss."
          },
          "phones": {
            "type": "array",
            "maxItems": 0,
            "items": {
              "$ref": "#/components/schemas/Phone"
            },
            "description": "Always empty on a miss."
          },
          "emails": {
            "type": "array",
            "maxItems": 0,
            "items": {
              "type": "string",
              "description": "An email address.",
              "x-skiptrace-personal-data": true
            },
            "description": "Always empty on a miss."
          }
        }
      },
      "BulkSkipTraceResponse": {
        "type": "object",
        "description": "Result of a bulk lookup.",
        "required": [
          "success",
          "total",
          "matched",
          "totalCharged",
          "results"
        ],
        "properties": {
          "success": {
            "type": "boolean",
            "const": true,
            "description": "Always true."
          },
          "total": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "description": "Number of addresses submitted.",
            "examples": [
              3
            ]
          },
          "matched": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100,
            "description": "Number of addresses that matched.",
            "examples": [
              2
            ]
          },
          "totalCharged": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100000,
            "description": "Net charge in cents, the sum of `charged`: `matched` times the account's price (4 by default), less free repeats.",
            "examples": [
              8
            ]
          },
          "results": {
            "type": "array",
            "minItems": 1,
            "maxItems": 100,
            "description": "One result for each address, in the order of the request.",
            "items": {
              "$ref": "#/components/schemas/BulkLookupResult"
            }
          }
        }
      },
      "ColumnMapping": {
        "type": "object",
        "description": "For each field, the name of its CSV column as written in the header. Names are trimmed and compared exactly first, then ignoring case if only one column fits. One column may serve several fields. At most 1,000 bytes of UTF-8 per name.",
        "required": [
          "address",
          "city",
          "state",
          "zip"
        ],
        "properties": {
          "address": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the street address, or with the whole address on one line.",
            "examples": [
              "Address"
            ]
          },
          "city": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the city.",
            "examples": [
              "City"
            ]
          },
          "state": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the state.",
            "examples": [
              "State"
            ]
          },
          "zip": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the ZIP code.",
            "examples": [
              "Zip"
            ]
          },
          "firstName": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the owner's first name. Chooses among several owners; never prevents a match.",
            "examples": [
              "Owner First Name"
            ]
          },
          "lastName": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "x-skiptrace-max-bytes": 1000,
            "description": "Column with the owner's last name. Chooses among several owners; never prevents a match.",
            "examples": [
              "Owner Last Name"
            ]
          }
        }
      },
      "CreateSkipTraceJobRequest": {
        "type": "object",
        "description": "The file to enrich, and its columns.",
        "required": [
          "filename",
          "columnMapping"
        ],
        "properties": {
          "filename": {
            "type": "string",
            "maxLength": 500,
            "x-skiptrace-max-bytes": 1500,
            "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*\\.[cC][sS][vV]$",
            "x-skiptrace-must": "end in .csv and hold no control characters or marks of text direction",
            "description": "File name, ending in .csv (any case); at most 500 characters and 1,500 bytes of UTF-8, without control characters or invisible text direction marks.",
            "examples": [
              "leads.csv"
            ]
          },
          "columnMapping": {
            "$ref": "#/components/schemas/ColumnMapping",
            "description": "Which column holds which field."
          },
          "contentDigest": {
            "type": "string",
            "maxLength": 64,
            "pattern": "^[0-9a-f]{64}$",
            "x-skiptrace-must": "be 64 hexadecimal digits in lower case",
            "description": "A SHA-256 that the client makes of the list: its bytes, its columns and its options. The same list is then found in the job list from any machine, before it is paid for twice. The server keeps a keyed hash of it for as long as the job exists. Our extension.",
            "examples": [
              "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"
            ]
          }
        }
      },
      "UploadMethod": {
        "type": "string",
        "enum": [
          "presigned",
          "direct"
        ],
        "description": "`presigned`: PUT the raw CSV to `uploadUrl`, then call `uploaded`. `direct`: POST it to `uploadUrl` as multipart/form-data."
      },
      "CreateSkipTraceJobResponse": {
        "type": "object",
        "description": "The new job, and where to upload its file.",
        "required": [
          "jobId",
          "uploadUrl",
          "uploadMethod"
        ],
        "properties": {
          "jobId": {
            "type": "string",
            "format": "uuid",
            "description": "The job's id.",
            "examples": [
              "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
            ]
          },
          "uploadUrl": {
            "type": "string",
            "format": "uri",
            "description": "Absolute URL to send the CSV to. A presigned one works without a key, so treat it as a secret.",
            "examples": [
              "http://127.0.0.1:3000/api/user/skip-trace/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90/upload"
            ],
            "x-skiptrace-secret": true
          },
          "uploadMethod": {
            "$ref": "#/components/schemas/UploadMethod",
            "description": "How to send it."
          }
        }
      },
      "UploadSkipTraceJobFileRequest": {
        "type": "object",
        "description": "A form with the CSV file.",
        "required": [
          "file"
        ],
        "properties": {
          "file": {
            "type": "string",
            "format": "binary",
            "contentMediaType": "text/csv",
            "description": "The CSV file, not empty, at most 50 MB.",
            "x-skiptrace-personal-data": true
          }
        }
      },
      "JobStatus": {
        "type": "string",
        "enum": [
          "pending",
          "uploaded",
          "processing",
          "preview",
          "confirmed",
          "generating",
          "completed",
          "failed",
          "cancelled"
        ],
        "description": "- `pending`: created, awaiting upload\n- `uploaded`: file received, waiting for a worker\n- `processing`: rows being matched\n- `preview`: cost ready to confirm\n- `confirmed`: charged\n- `generating`: enriched CSV being built\n- `completed`: `downloadUrl` ready\n- `failed`: see `errorMessage`\n- `cancelled`: by `cancel`, or after waiting too long for an upload or a confirm\n"
      },
      "SkipTraceJob": {
        "type": "object",
        "description": "A CSV job.",
        "required": [
          "id",
          "status",
          "filename",
          "createdAt",
          "updatedAt"
        ],
        "properties": {
          "id": {
            "type": "string",
            "format": "uuid",
            "description": "The job's id.",
            "examples": [
              "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
            ]
          },
          "status": {
            "$ref": "#/components/schemas/JobStatus",
            "description": "The job's status."
          },
          "filename": {
            "type": "string",
            "maxLength": 500,
            "description": "Name of the uploaded file, as given at creation.",
            "examples": [
              "leads.csv"
            ]
          },
          "totalRows": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows after the header, without empty lines: `matchedRows` plus `unmatchedRows`. Known from `preview` on.",
            "examples": [
              10000
            ]
          },
          "matchedRows": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows that matched an owner, the only ones that are charged. Known from `preview` on.",
            "examples": [
              9812
            ]
          },
          "repeatRows": {
            "type": "integer",
            "minimum": 0,
            "maximum": 250000,
            "description": "Of `matchedRows`, those that are free: their property stands in a row above, or the account was charged for it within its `freeRepeatDays`. From `preview` on, for accounts with that term; absent for all others.",
            "examples": [
              0
            ]
          },
          "unmatchedRows": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows that didn't match, `nonMatchCount` plus `blankAddressCount`. Known from `preview` on.",
            "examples": [
              188
            ]
          },
          "pricePerRowCents": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "Cents a matched row costs; fixed by the preview. 4 unless the operator set another price.",
            "examples": [
              4
            ]
          },
          "totalChargeCents": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000000,
            "description": "What confirm charges, in cents: `matchedRows`, less `repeatRows`, times `pricePerRowCents`. Known from `preview` on. Once confirmed, what was charged.",
            "examples": [
              39248
            ]
          },
          "refundCents": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000000,
            "description": "Cents given back because the job failed after it was confirmed; null otherwise.",
            "examples": [
              null
            ]
          },
          "nonMatchCount": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows that were looked up without a match. Known from `preview` on.",
            "examples": [
              180
            ]
          },
          "blankAddressCount": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 250000,
            "description": "Rows that weren't looked up because their address cell is blank. Known from `preview` on. In the job detail only, never in the list.",
            "examples": [
              8
            ],
            "x-skiptrace-only-in": "detail"
          },
          "origin": {
            "type": "string",
            "description": "Where the job came from: `api` or `dashboard`; other values may be added. In the job list only, never in the detail.",
            "examples": [
              "api",
              "dashboard"
            ],
            "x-skiptrace-only-in": "list"
          },
          "contentDigest": {
            "type": "string",
            "description": "The digest that the list was asked for with. Only in the job list, and only where it was asked for. Our extension.",
            "examples": [
              "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"
            ]
          },
          "areaZip5": {
            "type": [
              "string",
              "null"
            ],
            "pattern": "^\\d{5}$",
            "description": "ZIP code of a data purchase by ZIP; null for jobs made from a file. In the job list only, never in the detail.",
            "examples": [
              null
            ],
            "x-skiptrace-only-in": "list"
          },
          "downloadUrl": {
            "type": [
              "string",
              "null"
            ],
            "format": "uri",
            "description": "Link to the enriched CSV. Set only while the status is `completed`; null again once the file's retention is over. Absolute, works without a key, expires (on this server after 15 minutes) and is signed afresh at every read. Treat it as a secret.",
            "examples": [
              null
            ],
            "x-skiptrace-secret": true
          },
          "errorMessage": {
            "type": [
              "string",
              "null"
            ],
            "description": "What went wrong, as a sentence for people. Set only while the status is `failed`.",
            "examples": [
              null
            ]
          },
          "createdAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the job was created.",
            "examples": [
              "2026-11-21T09:30:00.000Z"
            ]
          },
          "updatedAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the job last changed.",
            "examples": [
              "2026-11-21T09:30:12.000Z"
            ]
          }
        },
        "allOf": [
          {
            "description": "The preview says what the job costs.",
            "if": {
              "properties": {
                "status": {
                  "const": "preview"
                }
              }
            },
            "then": {
              "required": [
                "totalRows",
                "matchedRows",
                "totalChargeCents"
              ],
              "properties": {
                "totalRows": {
                  "type": "integer"
                },
                "matchedRows": {
                  "type": "integer"
                },
                "totalChargeCents": {
                  "type": "integer"
                }
              }
            }
          },
          {
            "description": "Before the preview nothing is counted.",
            "if": {
              "properties": {
                "status": {
                  "enum": [
                    "pending",
                    "uploaded",
                    "processing"
                  ]
                }
              }
            },
            "then": {
              "properties": {
                "totalRows": {
                  "type": "null"
                },
                "matchedRows": {
                  "type": "null"
                },
                "unmatchedRows": {
                  "type": "null"
                },
                "totalChargeCents": {
                  "type": "null"
                },
                "nonMatchCount": {
                  "type": "null"
                },
                "blankAddressCount": {
                  "type": "null"
                }
              }
            }
          },
          {
            "description": "Only a completed job can be downloaded.",
            "if": {
              "not": {
                "properties": {
                  "status": {
                    "const": "completed"
                  }
                }
              }
            },
            "then": {
              "properties": {
                "downloadUrl": {
                  "type": "null"
                }
              }
            }
          }
        ]
      },
      "SkipTraceJobList": {
        "type": "object",
        "description": "The most recent jobs.",
        "required": [
          "jobs"
        ],
        "properties": {
          "jobs": {
            "type": "array",
            "maxItems": 50,
            "description": "The account's 50 most recent jobs, newest first.",
            "items": {
              "$ref": "#/components/schemas/SkipTraceJob"
            }
          }
        }
      },
      "Account": {
        "type": "object",
        "description": "The account behind an API key.",
        "required": [
          "name",
          "mode",
          "balanceCents",
          "pricePerMatchCents",
          "dailyMisses",
          "requestsPerMinute",
          "rowsPerJob",
          "termsUrl"
        ],
        "properties": {
          "name": {
            "type": "string",
            "maxLength": 500,
            "description": "What the operator calls the account.",
            "examples": [
              "My company"
            ],
            "x-skiptrace-personal-data": true
          },
          "mode": {
            "type": "string",
            "enum": [
              "live",
              "test"
            ],
            "description": "What the key is for: `live` looks up real owners and charges; `test` answers from the sandbox and never charges.",
            "examples": [
              "live"
            ]
          },
          "balanceCents": {
            "type": "integer",
            "minimum": 0,
            "description": "The balance in cents.",
            "examples": [
              9876
            ]
          },
          "pricePerMatchCents": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "What a match costs with this key, in cents; 0 with a test key.",
            "examples": [
              4
            ]
          },
          "freeRepeatDays": {
            "type": "integer",
            "minimum": 1,
            "maximum": 3650,
            "description": "Days for which a property that this account was charged for is free again. Absent where the operator set none, and with a test key.",
            "examples": [
              30
            ]
          },
          "dailyMisses": {
            "type": "object",
            "description": "Free misses of single and bulk lookups in this UTC day, less one for every four matches. At the limit, lookups are refused until `resetsAt`.",
            "required": [
              "limit",
              "used",
              "remaining",
              "resetsAt"
            ],
            "properties": {
              "limit": {
                "type": "integer",
                "minimum": 0,
                "description": "Net misses allowed a day.",
                "examples": [
                  250
                ]
              },
              "used": {
                "type": "integer",
                "minimum": 0,
                "description": "Net misses so far today. A bulk that began below the limit may end above it.",
                "examples": [
                  12
                ]
              },
              "remaining": {
                "type": "integer",
                "minimum": 0,
                "description": "Net misses left today.",
                "examples": [
                  238
                ]
              },
              "resetsAt": {
                "type": "string",
                "format": "date-time",
                "description": "The next midnight UTC.",
                "examples": [
                  "2026-11-22T00:00:00.000Z"
                ]
              }
            }
          },
          "requestsPerMinute": {
            "type": "object",
            "description": "Requests allowed in a minute, by group of operations.",
            "required": [
              "single",
              "bulk",
              "jobs"
            ],
            "properties": {
              "single": {
                "type": "integer",
                "minimum": 1,
                "description": "Single lookups.",
                "examples": [
                  500
                ]
              },
              "bulk": {
                "type": "integer",
                "minimum": 1,
                "description": "Bulk lookups.",
                "examples": [
                  250
                ]
              },
              "jobs": {
                "type": "integer",
                "minimum": 1,
                "description": "All requests on CSV jobs together.",
                "examples": [
                  3000
                ]
              }
            }
          },
          "rowsPerJob": {
            "type": "integer",
            "minimum": 1,
            "description": "Maximum rows in a CSV file.",
            "examples": [
              250000
            ]
          },
          "termsUrl": {
            "type": [
              "string",
              "null"
            ],
            "format": "uri",
            "description": "Link to the operator's terms of use; null if there is none.",
            "examples": [
              null
            ]
          }
        }
      },
      "JobActionResponse": {
        "type": "object",
        "description": "The result of an action.",
        "required": [
          "status",
          "jobId"
        ],
        "properties": {
          "status": {
            "$ref": "#/components/schemas/JobStatus",
            "description": "The job's new status: `uploaded` or `processing` after an upload, `confirmed`, or `cancelled`."
          },
          "jobId": {
            "type": "string",
            "format": "uuid",
            "description": "The job's id.",
            "examples": [
              "018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90"
            ]
          },
          "totalChargeCents": {
            "type": "integer",
            "minimum": 0,
            "maximum": 250000000,
            "description": "The amount charged, in cents. Present on confirm only.",
            "examples": [
              39248
            ]
          }
        }
      },
      "ConfirmSkipTraceJobResponse": {
        "description": "The result of a confirm, with what was charged.",
        "allOf": [
          {
            "$ref": "#/components/schemas/JobActionResponse"
          },
          {
            "type": "object",
            "required": [
              "totalChargeCents"
            ],
            "properties": {
              "totalChargeCents": {
                "type": "integer",
                "description": "The amount charged, in cents.",
                "examples": [
                  39248
                ]
              }
            }
          }
        ]
      },
      "ContactReason": {
        "type": "string",
        "enum": [
          "Login Issues",
          "General",
          "Other"
        ],
        "description": "`Login Issues` for login or access problems, `General` for questions and requests, `Other` for the rest."
      },
      "ContactMessage": {
        "type": "object",
        "description": "A message to the support team. Strings are trimmed, then checked.",
        "required": [
          "fullName",
          "email",
          "phone",
          "reason",
          "message"
        ],
        "properties": {
          "fullName": {
            "type": "string",
            "minLength": 2,
            "maxLength": 500,
            "description": "The sender's name; 2 to 500 characters after trimming.",
            "examples": [
              "Robin Example"
            ],
            "x-skiptrace-personal-data": true,
            "x-skiptrace-trimmed": true
          },
          "email": {
            "type": "string",
            "format": "email",
            "maxLength": 320,
            "x-skiptrace-must": "be an email address",
            "description": "Where to send the reply. Checked after trimming.",
            "examples": [
              "robin@example.com"
            ],
            "x-skiptrace-personal-data": true,
            "x-skiptrace-trimmed": true
          },
          "phone": {
            "type": "string",
            "maxLength": 100,
            "pattern": "^(?:\\+[ ().-]*[1-9][ ().-]*(?:\\d[ ().-]*){7,14}|[ ().-]*(?:1[ ().-]*)?(?:\\d[ ().-]*){10})$",
            "x-skiptrace-must": "be a US number of 10 digits, or an international one that begins with +",
            "description": "A US number (10 digits, or 11 with a leading 1), or E.164 with a leading +, country code first (8 to 15 digits). Spaces, dots, hyphens and parentheses are allowed between digits. At most 100 characters. Checked after trimming.",
            "examples": [
              "(512) 555-0142",
              "+1 512 555 0142",
              "+44 1632 960123"
            ],
            "x-skiptrace-personal-data": true,
            "x-skiptrace-trimmed": true
          },
          "reason": {
            "$ref": "#/components/schemas/ContactReason",
            "description": "What the message is about. Checked after trimming.",
            "x-skiptrace-trimmed": true
          },
          "message": {
            "type": "string",
            "minLength": 5,
            "maxLength": 10000,
            "description": "The message; 5 to 10,000 characters after trimming.",
            "examples": [
              "How long are enriched files kept?"
            ],
            "x-skiptrace-personal-data": true,
            "x-skiptrace-trimmed": true
          },
          "consent": {
            "type": "boolean",
            "description": "Whether the sender agrees to be contacted by email or phone about the request.",
            "examples": [
              true
            ]
          }
        }
      },
      "ContactMessageResponse": {
        "type": "object",
        "description": "The message was received.",
        "required": [
          "success"
        ],
        "properties": {
          "success": {
            "type": "boolean",
            "const": true,
            "description": "Always true."
          }
        }
      },
      "Error": {
        "type": "object",
        "description": "Every error answer.",
        "required": [
          "error"
        ],
        "properties": {
          "error": {
            "type": "string",
            "minLength": 1,
            "description": "What's wrong, for people. A 400 names every invalid field by its path, a 409 the job's status.",
            "examples": [
              "address is required"
            ]
          },
          "balanceRequired": {
            "type": "integer",
            "minimum": 0,
            "description": "On 402 only. The balance the request needs, in cents.",
            "examples": [
              400
            ]
          },
          "dailyMissLimit": {
            "type": "integer",
            "minimum": 1,
            "description": "Only on a 429 for the daily cap on free misses, not on one for the rate limit. The cap counts net misses per UTC day, 250 by default; four matches forgive one miss.",
            "examples": [
              250
            ]
          }
        }
      },
      "InsufficientBalanceError": {
        "description": "An error that says how many cents are needed.",
        "allOf": [
          {
            "$ref": "#/components/schemas/Error"
          },
          {
            "type": "object",
            "required": [
              "balanceRequired"
            ],
            "properties": {
              "balanceRequired": {
                "type": "integer",
                "description": "The balance the request needs, in cents.",
                "examples": [
                  400
                ]
              }
            }
          }
        ]
      }
    },
    "examples": {
      "SandboxMatch": {
        "summary": "100 Sandbox Match St, a plain match",
        "value": {
          "success": true,
          "found": true,
          "contact": {
            "firstName": "Jordan",
            "lastName": "Avery",
            "fullName": "Jordan Avery",
            "propertyAddress": "100 Sandbox Match St",
            "propertyCity": "Austin",
            "propertyState": "TX",
            "propertyZip": "78701",
            "mailingAddress": "100 Sandbox Match St",
            "mailingCity": "Austin",
            "mailingState": "TX",
            "mailingZip": "78701"
          },
          "charged": 4,
          "phones": [
            {
              "number": "5125550100",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5125550101",
              "type": "landline",
              "dnc": true
            }
          ],
          "emails": [
            "jordan.avery@example.com"
          ]
        }
      },
      "SandboxAbsentee": {
        "summary": "200 Sandbox Absentee Ave, an owner who lives elsewhere",
        "value": {
          "success": true,
          "found": true,
          "contact": {
            "firstName": "Priya",
            "lastName": "Holloway",
            "fullName": "Priya Holloway",
            "propertyAddress": "200 Sandbox Absentee Ave",
            "propertyCity": "Dayton",
            "propertyState": "OH",
            "propertyZip": "45402",
            "mailingAddress": "12 Sandbox Harbor Rd",
            "mailingCity": "Portland",
            "mailingState": "ME",
            "mailingZip": "04101"
          },
          "charged": 4,
          "phones": [
            {
              "number": "9375550110",
              "type": "mobile",
              "dnc": false
            }
          ],
          "emails": [
            "priya.holloway@example.com"
          ]
        }
      },
      "SandboxFull": {
        "summary": "300 Sandbox Full Rd, as many phones and emails as a match can have",
        "value": {
          "success": true,
          "found": true,
          "contact": {
            "firstName": "Morgan",
            "lastName": "Fuller",
            "fullName": "Morgan Fuller",
            "propertyAddress": "300 Sandbox Full Rd",
            "propertyCity": "Salem",
            "propertyState": "OR",
            "propertyZip": "97301",
            "mailingAddress": "300 Sandbox Full Rd",
            "mailingCity": "Salem",
            "mailingState": "OR",
            "mailingZip": "97301"
          },
          "charged": 4,
          "phones": [
            {
              "number": "5035550120",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5035550121",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5035550122",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5035550123",
              "type": "mobile",
              "dnc": true,
              "dncChecked": false
            },
            {
              "number": "5035550124",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5035550125",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5035550126",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5035550127",
              "type": "mobile",
              "dnc": true
            },
            {
              "number": "5035550128",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5035550129",
              "type": "mobile",
              "dnc": false
            },
            {
              "number": "5035550130",
              "type": "landline",
              "dnc": false
            },
            {
              "number": "5035550131",
              "type": "landline",
              "dnc": true
            },
            {
              "number": "5035550132",
              "type": "landline",
              "dnc": false
            },
            {
              "number": "5035550133",
              "type": "landline",
              "dnc": false
            },
            {
              "number": "5035550134",
              "type": "landline",
              "dnc": false
            },
            {
              "number": "5035550135",
              "type": "landline",
              "dnc": true
            },
            {
              "number": "5035550136",
              "type": "landline",
              "dnc": false
            },
            {
              "number": "5035550137",
              "type": "landline",
              "dnc": false
            },
            {
              "number": "5035550138",
              "type": "landline",
              "dnc": false
            }
          ],
          "emails": [
            "morgan.fuller01@example.com",
            "morgan.fuller02@example.com",
            "morgan.fuller03@example.com",
            "morgan.fuller04@example.com",
            "morgan.fuller05@example.com",
            "morgan.fuller06@example.com",
            "morgan.fuller07@example.com",
            "morgan.fuller08@example.com",
            "morgan.fuller09@example.com",
            "morgan.fuller10@example.com",
            "morgan.fuller11@example.com",
            "morgan.fuller12@example.com",
            "morgan.fuller13@example.com",
            "morgan.fuller14@example.com",
            "morgan.fuller15@example.com",
            "morgan.fuller16@example.com",
            "morgan.fuller17@example.com",
            "morgan.fuller18@example.com",
            "morgan.fuller19@example.com",
            "morgan.fuller20@example.com",
            "morgan.fuller21@example.com",
            "morgan.fuller22@example.com",
            "morgan.fuller23@example.com",
            "morgan.fuller24@example.com",
            "morgan.fuller25@example.com",
            "morgan.fuller26@example.com",
            "morgan.fuller27@example.com",
            "morgan.fuller28@example.com"
          ]
        }
      },
      "SandboxNulls": {
        "summary": "400 Sandbox Nulls Ln, a match of which no detail is on file",
        "value": {
          "success": true,
          "found": true,
          "contact": {
            "firstName": null,
            "lastName": null,
            "fullName": null,
            "propertyAddress": null,
            "propertyCity": null,
            "propertyState": null,
            "propertyZip": null,
            "mailingAddress": null,
            "mailingCity": null,
            "mailingState": null,
            "mailingZip": null
          },
          "charged": 4,
          "phones": [],
          "emails": []
        }
      },
      "SandboxCouple": {
        "summary": "600 Sandbox Couple Ct, the first of two owners",
        "value": {
          "success": true,
          "found": true,
          "contact": {
            "firstName": "Alex",
            "lastName": "Rivers",
            "fullName": "Alex Rivers",
            "propertyAddress": "600 Sandbox Couple Ct",
            "propertyCity": "Denver",
            "propertyState": "CO",
            "propertyZip": "80202",
            "mailingAddress": "600 Sandbox Couple Ct",
            "mailingCity": "Denver",
            "mailingState": "CO",
            "mailingZip": "80202"
          },
          "charged": 4,
          "phones": [
            {
              "number": "3035550160",
              "type": "mobile",
              "dnc": false
            }
          ],
          "emails": [
            "alex.rivers@example.com"
          ]
        }
      },
      "SandboxMiss": {
        "summary": "404 Sandbox Miss Blvd, a free miss",
        "value": {
          "success": true,
          "found": false,
          "contact": null
        }
      }
    }
  }
};
