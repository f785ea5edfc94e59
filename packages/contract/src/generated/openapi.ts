// Generated from openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/api/v1/skip-trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up one address
         * @description Finds the owner of one property. A match costs 4 cents by default; a miss is free. For a list, use bulk or a CSV job instead of a loop. Send an `Idempotency-Key` so that you can repeat the request without paying twice.
         */
        post: operations["skipTraceSingle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/skip-trace-bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up 1 to 100 addresses
         * @description Looks up 1 to 100 addresses at once. Results are in the order of the request. The price of a match for every entry is reserved first, and refunded for entries that don't match. An address that appears twice is looked up twice, and if it matches, charged twice (once with `freeRepeatDays`). Send an `Idempotency-Key` so that you can repeat the request without paying twice.
         */
        post: operations["skipTraceBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your account
         * @description The account behind the API key: its balance, its price, and its limits with what is left of them today. This operation is an extension of the interface specification; a server without it answers with its 404 page. This read doesn't count as using the API key.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was told to your webhook endpoints
         * @description For programs that are developed on a machine which no webhook reaches: what was sent to the account's endpoints, or will be, oldest first. A delivery appears a second after its event. This operation is an extension of the interface specification; a server without it answers with its 404 page. This read doesn't count as using the API key.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/skip-trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the 50 most recent jobs
         * @description The account's 50 most recent jobs, newest first, with their status, row counts and charges, and a fresh `downloadUrl` for each completed one. With `contentDigest`, only jobs of that list, which echo it. With `before`, the 50 jobs made before that one: the last page has fewer. This read doesn't count as using the API key.
         */
        get: operations["listSkipTraceJobs"];
        put?: never;
        /**
         * Create a CSV job
         * @description Creates a job in status `pending` and tells you where to upload the CSV file. Nothing is charged.
         *
         *     - `uploadMethod: direct`: send the file as multipart/form-data to `uploadUrl`, which is this job's
         *       `POST /api/user/skip-trace/{jobId}/upload`, with the API key. Processing starts automatically.
         *     - `uploadMethod: presigned`: send an HTTP PUT of the raw CSV to `uploadUrl` with `Content-Type: text/csv` and
         *       **without** the API key: the URL carries its own signature and may belong to another host. Then call
         *       `POST /api/user/skip-trace/{jobId}/uploaded`; the PUT alone starts nothing. A second PUT before that call
         *       replaces the file. On this server the URL is valid for one hour and for this job only. An expired or altered
         *       URL is a 403, a file over 1 GiB a 400.
         *
         *     A job without a file is cancelled after 24 hours. Repeating a create with the same `Idempotency-Key` returns the
         *     same `jobId` with a freshly signed `uploadUrl`.
         */
        post: operations["createSkipTraceJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/skip-trace/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Read one job
         * @description The job's current state; poll it every few seconds. Counts and the total appear from `preview` on. Once the job is `completed`, each call signs a fresh `downloadUrl`. This read doesn't count as using the API key.
         */
        get: operations["getSkipTraceJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/skip-trace/{jobId}/upload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a job's CSV file (uploadMethod direct)
         * @description Takes the CSV file of a `pending` job as multipart/form-data and starts processing it. A refused upload leaves the job `pending`, so it can be sent again. Nothing is charged.
         */
        post: operations["uploadSkipTraceJobFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/skip-trace/{jobId}/uploaded": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish an upload (uploadMethod presigned)
         * @description Call this after the PUT of the raw CSV (`Content-Type: text/csv`, no API key) to `uploadUrl` succeeded. It starts processing the job, which must be `pending`; without a PUT it's a 409 that names pending. After this the file can't be replaced. No body. Nothing is charged.
         */
        post: operations["markSkipTraceJobUploaded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/skip-trace/{jobId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm and pay for a job
         * @description Charges the previewed `totalChargeCents` of a job in `preview` and starts building the enriched CSV. It may be less, never more: for an account with `freeRepeatDays`, rows whose property was paid for since the preview are free; and where the account's price fell since the preview, the lower price counts. A job without matches is confirmed for 0 cents. If two confirms arrive at once, one is a 409 and only one charges. If you don't know the outcome, read the job: its status tells. If the file can't be built, the job becomes `failed` and the charge is refunded (`refundCents`). No body.
         */
        post: operations["confirmSkipTraceJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/skip-trace/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description Cancels a job in `pending`, `uploaded` or `preview` for good. In any other status, including `processing`, it's a 409. No body. Nothing is charged.
         */
        post: operations["cancelSkipTraceJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to the support team
         * @description Needs no API key; a key is ignored. A message is sent only if the body says `success: true`. One IP address may send five messages in 15 minutes; refused ones don't count.
         */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "job.preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A job is in preview and waits to be confirmed */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The event's id, the same each time it is sent. Take an id once.
                     * @example 3f0e2c1a-5b7d-4f0e-9a51-2d4c8b6f1e90
                     */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /**
                     * @description When it was sent, in seconds since 1970. Refuse one that is minutes old.
                     * @example 1795712400
                     */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes that follow `whsec_` in the endpoint's secret in base64. There may be several, with spaces between them.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description Its price and its counts. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["JobWebhook"];
                };
            };
            responses: {
                /** @description Not wanted any more: this event is not sent again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken. Anything else, a redirect too, is sent again, with growing pauses and for a day. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The enriched file of a job can be downloaded */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The event's id, the same each time it is sent. Take an id once.
                     * @example 3f0e2c1a-5b7d-4f0e-9a51-2d4c8b6f1e90
                     */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /**
                     * @description When it was sent, in seconds since 1970. Refuse one that is minutes old.
                     * @example 1795712400
                     */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes that follow `whsec_` in the endpoint's secret in base64. There may be several, with spaces between them.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What it came to. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["JobWebhook"];
                };
            };
            responses: {
                /** @description Not wanted any more: this event is not sent again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken. Anything else, a redirect too, is sent again, with growing pauses and for a day. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A job failed; read it to learn why */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The event's id, the same each time it is sent. Take an id once.
                     * @example 3f0e2c1a-5b7d-4f0e-9a51-2d4c8b6f1e90
                     */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /**
                     * @description When it was sent, in seconds since 1970. Refuse one that is minutes old.
                     * @example 1795712400
                     */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes that follow `whsec_` in the endpoint's secret in base64. There may be several, with spaces between them.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What it came to. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["JobWebhook"];
                };
            };
            responses: {
                /** @description Not wanted any more: this event is not sent again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken. Anything else, a redirect too, is sent again, with growing pauses and for a day. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "balance.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The balance fell below the operator's line; told once until it is above it again */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The event's id, the same each time it is sent. Take an id once.
                     * @example 3f0e2c1a-5b7d-4f0e-9a51-2d4c8b6f1e90
                     */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /**
                     * @description When it was sent, in seconds since 1970. Refuse one that is minutes old.
                     * @example 1795712400
                     */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes that follow `whsec_` in the endpoint's secret in base64. There may be several, with spaces between them.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description The balance and the line. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BalanceWebhook"];
                };
            };
            responses: {
                /** @description Not wanted any more: this event is not sent again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken. Anything else, a redirect too, is sent again, with growing pauses and for a day. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description One address to look up. */
        AddressInput: {
            /**
             * @description Street address; city, state and ZIP may follow on the same line. Not blank, no control characters other than TAB, CR and LF; at most 10,000 characters.
             * @example 100 Sandbox Match St
             */
            address: string;
            /**
             * @description City name, without control characters, at most 1,000 characters; improves match accuracy.
             * @example Austin
             */
            city?: string;
            /**
             * @description Two-letter state code, in either case; improves match accuracy.
             * @example TX
             */
            state?: string;
            /**
             * @description 5-digit ZIP code; improves match accuracy.
             * @example 78701
             */
            zip?: string;
        };
        /** @description The matched owner. Every field is present; null means it isn't on file. */
        Contact: {
            /**
             * @description The owner's first name.
             * @example Jordan
             */
            firstName: string | null;
            /**
             * @description The owner's last name.
             * @example Avery
             */
            lastName: string | null;
            /**
             * @description The owner's name as it is on file. A company or trust has only this name.
             * @example Jordan Avery
             */
            fullName: string | null;
            /**
             * @description Street address of the property.
             * @example 100 Sandbox Match St
             */
            propertyAddress: string | null;
            /**
             * @description City of the property.
             * @example Austin
             */
            propertyCity: string | null;
            /**
             * @description Two-letter state code of the property.
             * @example TX
             */
            propertyState: string | null;
            /**
             * @description ZIP code of the property.
             * @example 78701
             */
            propertyZip: string | null;
            /**
             * @description The owner's mailing address; differs from the property's for absentee owners.
             * @example 100 Sandbox Match St
             */
            mailingAddress: string | null;
            /**
             * @description City of the mailing address.
             * @example Austin
             */
            mailingCity: string | null;
            /**
             * @description State code of the mailing address.
             * @example TX
             */
            mailingState: string | null;
            /**
             * @description ZIP code of the mailing address.
             * @example 78701
             */
            mailingZip: string | null;
        };
        /** @description A phone number of the matched owner. */
        Phone: {
            /**
             * @description US phone number, 10 digits without punctuation.
             * @example 5125550100
             */
            number: string;
            /** @description Mobile or landline. */
            type: components["schemas"]["PhoneType"];
            /**
             * @description True if the number is on a Do Not Call registry, or if that's unknown.
             * @example false
             */
            dnc: boolean;
            /**
             * @description False if it is not known whether the number is on a Do Not Call registry; `dnc` is true then, as a precaution. Absent if the data says it, or if the service doesn't know.
             * @example false
             */
            dncChecked?: boolean;
        };
        /**
         * @description The kind of line.
         * @enum {string}
         */
        PhoneType: "mobile" | "landline";
        /** @description Mobile numbers first (at most 10), then landlines (at most 9). */
        Phones: components["schemas"]["Phone"][];
        /** @description Email addresses of the matched owner, as they are on file. */
        Emails: string[];
        /**
         * @description True: the account was charged for this property within its `freeRepeatDays`, so this match is free. Absent otherwise, and for every account without that term.
         * @example true
         * @constant
         */
        Repeat: true;
        /**
         * @description The UTC day on which the account was charged for the property. With `repeat` only.
         * @example 2026-11-25
         */
        PaidOn: string;
        /** @description Result of a single lookup: a match (`found: true`) or a free miss (`found: false`). */
        SkipTraceResponse: components["schemas"]["SkipTraceMatch"] | components["schemas"]["SkipTraceMiss"];
        /** @description An owner was found and charged for, unless it is a free repeat. */
        SkipTraceMatch: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            /**
             * @description An owner was found.
             * @constant
             */
            found: true;
            /** @description The matched owner. */
            contact: components["schemas"]["Contact"];
            /**
             * @description Cents charged, the account's price of a match; 4 unless the operator set another. 0 for a repeat.
             * @example 4
             */
            charged: number;
            /** @description True for a free repeat; absent otherwise. */
            repeat?: components["schemas"]["Repeat"];
            /** @description When it was paid for; with `repeat` only. */
            paidOn?: components["schemas"]["PaidOn"];
            /** @description The owner's phone numbers; may be empty. */
            phones: components["schemas"]["Phones"];
            /** @description The owner's email addresses; may be empty. */
            emails: components["schemas"]["Emails"];
        };
        /** @description No owner was found; nothing was charged. `charged`, `phones` and `emails` are absent. */
        SkipTraceMiss: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            /**
             * @description No owner was found.
             * @constant
             */
            found: false;
            /** @description Always null on a miss. */
            contact: null;
        };
        /** @description The addresses to look up. */
        BulkSkipTraceRequest: {
            /** @description 1 to 100 addresses. Only `address` is required in each. */
            addresses: components["schemas"]["AddressInput"][];
            /**
             * @description True: only matches with a phone number are wanted. Every other address is answered as a miss, which costs nothing and doesn't count towards the daily cap. False by default. Our extension: a server that knows it says so in `offers` of `GET /api/user/account`; any other ignores it, and charges for every match.
             * @example false
             */
            requirePhone?: boolean;
        };
        /** @description One entry of a bulk response: a match (`found: true`) or a free miss (`found: false`). */
        BulkLookupResult: components["schemas"]["BulkLookupMatch"] | components["schemas"]["BulkLookupMiss"];
        /** @description An owner was found and charged for, unless it is a free repeat. */
        BulkLookupMatch: {
            /**
             * @description An owner was found.
             * @constant
             */
            found: true;
            /**
             * @description Cents charged, the account's price of a match; 4 unless the operator set another. 0 for a repeat.
             * @example 4
             */
            charged: number;
            /** @description True for a free repeat; absent otherwise. */
            repeat?: components["schemas"]["Repeat"];
            /** @description When it was paid for; with `repeat` only. */
            paidOn?: components["schemas"]["PaidOn"];
            /** @description The matched owner. */
            contact: components["schemas"]["Contact"];
            /** @description The owner's phone numbers; may be empty. */
            phones: components["schemas"]["Phones"];
            /** @description The owner's email addresses; may be empty. */
            emails: components["schemas"]["Emails"];
        };
        /** @description No owner was found; nothing was charged. */
        BulkLookupMiss: {
            /**
             * @description No owner was found.
             * @constant
             */
            found: false;
            /**
             * @description Cents charged; 0 on a miss.
             * @example 0
             */
            charged: number;
            /** @description Always null on a miss. */
            contact: null;
            /** @description Always empty on a miss. */
            phones: components["schemas"]["Phone"][];
            /** @description Always empty on a miss. */
            emails: string[];
        };
        /** @description Result of a bulk lookup. */
        BulkSkipTraceResponse: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            /**
             * @description Number of addresses submitted.
             * @example 3
             */
            total: number;
            /**
             * @description Number of addresses that matched.
             * @example 2
             */
            matched: number;
            /**
             * @description Net charge in cents, the sum of `charged`: `matched` times the account's price (4 by default), less free repeats.
             * @example 8
             */
            totalCharged: number;
            /** @description One result for each address, in the order of the request. */
            results: components["schemas"]["BulkLookupResult"][];
        };
        /** @description For each field, the name of its CSV column as written in the header. Names are trimmed and compared exactly first, then ignoring case if only one column fits. One column may serve several fields. At most 1,000 bytes of UTF-8 per name. */
        ColumnMapping: {
            /**
             * @description Column with the street address, or with the whole address on one line.
             * @example Address
             */
            address: string;
            /**
             * @description Column with the city.
             * @example City
             */
            city: string;
            /**
             * @description Column with the state.
             * @example State
             */
            state: string;
            /**
             * @description Column with the ZIP code.
             * @example Zip
             */
            zip: string;
            /**
             * @description Column with the owner's first name. Chooses among several owners; never prevents a match.
             * @example Owner First Name
             */
            firstName?: string;
            /**
             * @description Column with the owner's last name. Chooses among several owners; never prevents a match.
             * @example Owner Last Name
             */
            lastName?: string;
        };
        /** @description The file to enrich, and its columns. */
        CreateSkipTraceJobRequest: {
            /**
             * @description File name, ending in .csv (any case); at most 500 characters and 1,500 bytes of UTF-8, without control characters or invisible text direction marks.
             * @example leads.csv
             */
            filename: string;
            /** @description Which column holds which field. */
            columnMapping: components["schemas"]["ColumnMapping"];
            /**
             * @description A SHA-256 that the client makes of the list: its bytes, its columns and its options. The same list is then found in the job list from any machine, before it is paid for twice. The server keeps a keyed hash of it for as long as the job exists. Our extension.
             * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
             */
            contentDigest?: string;
            /**
             * @description True: only rows with a phone number are wanted. A row whose owner has none is one without a match: it is counted in `nonMatchCount`, and costs nothing. False by default. Our extension: the job has `requirePhone` where the server knows it.
             * @example false
             */
            requirePhone?: boolean;
        };
        /**
         * @description `presigned`: PUT the raw CSV to `uploadUrl`, then call `uploaded`. `direct`: POST it to `uploadUrl` as multipart/form-data.
         * @enum {string}
         */
        UploadMethod: "presigned" | "direct";
        /** @description The new job, and where to upload its file. */
        CreateSkipTraceJobResponse: {
            /**
             * Format: uuid
             * @description The job's id.
             * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
             */
            jobId: string;
            /**
             * Format: uri
             * @description Absolute URL to send the CSV to. A presigned one works without a key, so treat it as a secret.
             * @example http://127.0.0.1:3000/api/user/skip-trace/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90/upload
             */
            uploadUrl: string;
            /** @description How to send it. */
            uploadMethod: components["schemas"]["UploadMethod"];
        };
        /** @description A form with the CSV file. */
        UploadSkipTraceJobFileRequest: {
            /**
             * Format: binary
             * @description The CSV file, not empty, at most 50 MB.
             */
            file: Blob;
        };
        /**
         * @description - `pending`: created, awaiting upload
         *     - `uploaded`: file received, waiting for a worker
         *     - `processing`: rows being matched
         *     - `preview`: cost ready to confirm
         *     - `confirmed`: charged
         *     - `generating`: enriched CSV being built
         *     - `completed`: `downloadUrl` ready
         *     - `failed`: see `errorMessage`
         *     - `cancelled`: by `cancel`, or after waiting too long for an upload or a confirm
         * @enum {string}
         */
        JobStatus: "pending" | "uploaded" | "processing" | "preview" | "confirmed" | "generating" | "completed" | "failed" | "cancelled";
        /** @description What is on file for the rows in `matchedRows`. Our extension: from `preview` on where at least 20 different owners matched, and for shorter lists once they are paid; absent otherwise. Of several owners of a property, the first counts. */
        ResultSummary: {
            /**
             * @description Rows with a phone, `callableRows` plus `notCheckedRows` plus `dncOnlyRows`.
             * @example 7350
             */
            phoneRows: number;
            /**
             * @description Rows with a phone that is known not to be on a Do Not Call registry.
             * @example 5120
             */
            callableRows: number;
            /**
             * @description Of `callableRows`, those where such a phone is a mobile.
             * @example 4810
             */
            mobileRows: number;
            /**
             * @description Of `callableRows`, those where such a phone is a landline.
             * @example 1940
             */
            landlineRows: number;
            /**
             * @description Rows whose phones are all on a Do Not Call registry.
             * @example 1480
             */
            dncOnlyRows: number;
            /**
             * @description Rows without a callable phone, where it was not checked whether each is on a registry.
             * @example 750
             */
            notCheckedRows: number;
            /**
             * @description Rows with an email address.
             * @example 6100
             */
            emailRows: number;
            /**
             * @description Rows with the mailing address of the owner.
             * @example 9700
             */
            mailingRows: number;
            /**
             * @description Of `mailingRows`, those with a mailing address other than the property.
             * @example 2310
             */
            absenteeRows: number;
        };
        /** @description Why the rows in `nonMatchCount` found no owner; these numbers add up to it. Our extension: from `preview` on; absent for jobs that were matched before the service knew. */
        MissReasons: {
            /**
             * @description Rows with an address that no property on file has, or with an owner who may not be disclosed.
             * @example 140
             */
            notOnFileRows: number;
            /**
             * @description Rows with an address that several properties fit, so that none is chosen.
             * @example 9
             */
            severalFitRows: number;
            /**
             * @description Rows of a building on file whose unit is missing, or not on file.
             * @example 21
             */
            unitRows: number;
            /**
             * @description Rows with an address that lacks a part, such as the house number, or names no property, such as a PO box.
             * @example 6
             */
            incompleteRows: number;
            /**
             * @description In a job with `requirePhone`, rows with an owner who has no phone; 0 in every other job.
             * @example 0
             */
            noPhoneRows: number;
        };
        /** @description A CSV job. */
        SkipTraceJob: {
            /**
             * Format: uuid
             * @description The job's id.
             * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
             */
            id: string;
            /** @description The job's status. */
            status: components["schemas"]["JobStatus"];
            /**
             * @description Name of the uploaded file, as given at creation.
             * @example leads.csv
             */
            filename: string;
            /**
             * @description Rows after the header, without empty lines: `matchedRows` plus `unmatchedRows`. Known from `preview` on.
             * @example 10000
             */
            totalRows?: number | null;
            /**
             * @description Rows that matched an owner, the only ones that are charged. Known from `preview` on.
             * @example 9812
             */
            matchedRows?: number | null;
            /**
             * @description True: only owners with a phone number count as a match in this job. Absent for every other job. Our extension.
             * @example true
             * @constant
             */
            requirePhone?: true;
            /**
             * @description Of `matchedRows`, those that are free: their property stands in a row above, or the account was charged for it within its `freeRepeatDays`. From `preview` on, for accounts with that term; absent for all others.
             * @example 0
             */
            repeatRows?: number;
            resultSummary?: components["schemas"]["ResultSummary"];
            /**
             * @description Rows that didn't match, `nonMatchCount` plus `blankAddressCount`. Known from `preview` on.
             * @example 188
             */
            unmatchedRows?: number | null;
            /**
             * @description Cents a matched row costs, 4 unless the operator set another price. Fixed by the preview; until confirm it falls with the account's price, and never rises.
             * @example 4
             */
            pricePerRowCents?: number;
            /**
             * @description What confirm charges, in cents: `matchedRows`, less `repeatRows`, times `pricePerRowCents`. Known from `preview` on. Once confirmed, what was charged.
             * @example 39248
             */
            totalChargeCents?: number | null;
            /**
             * @description Cents given back after the job was confirmed. A failed job gives back everything. A completed job gives back the price of owners who asked to be left out meanwhile, and what the operator refunded. Null if nothing was given back.
             * @example null
             */
            refundCents?: number | null;
            /**
             * @description Rows that were looked up without a match. Known from `preview` on.
             * @example 180
             */
            nonMatchCount?: number | null;
            missReasons?: components["schemas"]["MissReasons"];
            /**
             * @description Rows that weren't looked up because their address cell is blank. Known from `preview` on. In the job detail only, never in the list.
             * @example 8
             */
            blankAddressCount?: number | null;
            /**
             * @description Where the job came from: `api` or `dashboard`; other values may be added. In the job list only, never in the detail.
             * @example api
             * @example dashboard
             */
            origin?: string;
            /**
             * @description The digest that the list was asked for with. Only in the job list, and only where it was asked for. Our extension.
             * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
             */
            contentDigest?: string;
            /**
             * @description ZIP code of a data purchase by ZIP; null for jobs made from a file. In the job list only, never in the detail.
             * @example null
             */
            areaZip5?: string | null;
            /**
             * Format: uri
             * @description Link to the enriched CSV. Set only while the status is `completed`; null again once the file's retention is over. Absolute, works without a key, expires (on this server after 15 minutes) and is signed afresh at every read. Treat it as a secret.
             * @example null
             */
            downloadUrl?: string | null;
            /**
             * @description What went wrong, as a sentence for people. Set only while the status is `failed`.
             * @example null
             */
            errorMessage?: string | null;
            /**
             * Format: date-time
             * @description When the job was created.
             * @example 2026-11-21T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the job last changed.
             * @example 2026-11-21T09:30:12.000Z
             */
            updatedAt: string;
        } & (unknown & unknown & unknown);
        /** @description The most recent jobs. */
        SkipTraceJobList: {
            /** @description The account's 50 most recent jobs, newest first. */
            jobs: components["schemas"]["SkipTraceJob"][];
        };
        /** @description The account behind an API key. */
        Account: {
            /**
             * @description What the operator calls the account.
             * @example My company
             */
            name: string;
            /**
             * @description What the key is for: `live` looks up real owners and charges; `test` answers from the sandbox and never charges.
             * @example live
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * @description The balance in cents.
             * @example 9876
             */
            balanceCents: number;
            /**
             * @description What a match costs with this key, in cents; 0 with a test key.
             * @example 4
             */
            pricePerMatchCents: number;
            /**
             * @description Days for which a property that this account was charged for is free again. Absent where the operator set none, and with a test key.
             * @example 30
             */
            freeRepeatDays?: number;
            /** @description Free misses of single and bulk lookups in this UTC day, less one for every four matches. At the limit, lookups are refused until `resetsAt`. */
            dailyMisses: {
                /**
                 * @description Net misses allowed a day.
                 * @example 250
                 */
                limit: number;
                /**
                 * @description Net misses so far today. A bulk that began below the limit may end above it.
                 * @example 12
                 */
                used: number;
                /**
                 * @description Net misses left today.
                 * @example 238
                 */
                remaining: number;
                /**
                 * Format: date-time
                 * @description The next midnight UTC.
                 * @example 2026-11-22T00:00:00.000Z
                 */
                resetsAt: string;
            };
            /** @description Requests allowed in a minute, by group of operations. */
            requestsPerMinute: {
                /**
                 * @description Single lookups.
                 * @example 500
                 */
                single: number;
                /**
                 * @description Bulk lookups.
                 * @example 250
                 */
                bulk: number;
                /**
                 * @description All requests on CSV jobs together.
                 * @example 3000
                 */
                jobs: number;
            };
            /**
             * @description Maximum rows in a CSV file.
             * @example 250000
             */
            rowsPerJob: number;
            /**
             * @description Options that this server knows and that cost more where a server ignores them, so that a client can ask before it uses one: `requirePhone` of a bulk lookup. Our extension; absent where there are none.
             * @example [
             *       "requirePhone"
             *     ]
             */
            offers?: string[];
            /**
             * Format: uri
             * @description Link to the operator's terms of use; null if there is none.
             * @example null
             */
            termsUrl: string | null;
            /**
             * Format: uri
             * @description Page where the operator takes money for the balance of this account; absent if there is none, and with a test key. It may name the account and its email. Our extension.
             * @example https://pay.example.com/top-up?account=018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
             */
            topUpUrl?: string;
        };
        /** @description The result of an action. */
        JobActionResponse: {
            /** @description The job's new status: `uploaded` or `processing` after an upload, `confirmed`, or `cancelled`. */
            status: components["schemas"]["JobStatus"];
            /**
             * Format: uuid
             * @description The job's id.
             * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
             */
            jobId: string;
            /**
             * @description The amount charged, in cents. Present on confirm only.
             * @example 39248
             */
            totalChargeCents?: number;
        };
        /** @description The result of a confirm, with what was charged. */
        ConfirmSkipTraceJobResponse: components["schemas"]["JobActionResponse"] & {
            /**
             * @description The amount charged, in cents.
             * @example 39248
             */
            totalChargeCents: number;
        };
        /** @description What became of a job. Ids, counts and cents only. */
        JobWebhook: {
            /**
             * @description What happened.
             * @example job.preview
             * @enum {string}
             */
            type: "job.preview" | "job.completed" | "job.failed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-26T17:00:00.000Z
             */
            timestamp: string;
            /** @description The job. */
            data: {
                /**
                 * Format: uuid
                 * @description The job's id.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: string;
                /**
                 * @description Mode of the key that made the job.
                 * @example live
                 * @enum {string}
                 */
                mode: "live" | "test";
                /** @description The job's status when it happened. */
                status: components["schemas"]["JobStatus"];
                /**
                 * @description As in SkipTraceJob.
                 * @example 1000
                 */
                totalRows: number | null;
                /**
                 * @description As in SkipTraceJob.
                 * @example 812
                 */
                matchedRows: number | null;
                /**
                 * @description As in SkipTraceJob.
                 * @example 3248
                 */
                totalChargeCents: number | null;
                /**
                 * @description As in SkipTraceJob.
                 * @example null
                 */
                refundCents: number | null;
            };
        };
        /** @description What was told to an account's webhook endpoints. */
        DeliveryList: {
            /** @description Whether the server sends webhooks. */
            isOn: boolean;
            /**
             * @description The account's endpoints. Without one nothing is noted.
             * @example 1
             */
            endpoints: number;
            /** @description Oldest first; with a test key those of test jobs alone. An event has one for each endpoint. */
            deliveries: {
                /**
                 * Format: uuid
                 * @description The delivery's id, for `after`.
                 * @example 7d1e3f5a-0c2b-4d6e-8f10-1a2b3c4d5e6f
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The event's id, which is its `webhook-id`.
                 * @example 3f0e2c1a-5b7d-4f0e-9a51-2d4c8b6f1e90
                 */
                webhookId: string;
                /** @description The body that the endpoint is sent is this JSON without spaces. */
                payload: components["schemas"]["JobWebhook"] | components["schemas"]["BalanceWebhook"];
            }[];
        };
        /** @description The balance is low. */
        BalanceWebhook: {
            /**
             * @description What happened.
             * @constant
             */
            type: "balance.low";
            /**
             * Format: date-time
             * @description When it was seen.
             * @example 2026-11-26T17:05:00.000Z
             */
            timestamp: string;
            /** @description The balance. */
            data: {
                /**
                 * @description The balance, with what bulk lookups under way hold.
                 * @example 996
                 */
                balanceCents: number;
                /**
                 * @description The operator's line.
                 * @example 1000
                 */
                thresholdCents: number;
            };
        };
        /**
         * @description `Login Issues` for login or access problems, `General` for questions and requests, `Other` for the rest.
         * @enum {string}
         */
        ContactReason: "Login Issues" | "General" | "Other";
        /** @description A message to the support team. Strings are trimmed, then checked. */
        ContactMessage: {
            /**
             * @description The sender's name; 2 to 500 characters after trimming.
             * @example Robin Example
             */
            fullName: string;
            /**
             * Format: email
             * @description Where to send the reply. Checked after trimming.
             * @example robin@example.com
             */
            email: string;
            /**
             * @description A US number (10 digits, or 11 with a leading 1), or E.164 with a leading +, country code first (8 to 15 digits). Spaces, dots, hyphens and parentheses are allowed between digits. At most 100 characters. Checked after trimming.
             * @example (512) 555-0142
             * @example +1 512 555 0142
             * @example +44 1632 960123
             */
            phone: string;
            /** @description What the message is about. Checked after trimming. */
            reason: components["schemas"]["ContactReason"];
            /**
             * @description The message; 5 to 10,000 characters after trimming.
             * @example How long are enriched files kept?
             */
            message: string;
            /**
             * @description Whether the sender agrees to be contacted by email or phone about the request.
             * @example true
             */
            consent?: boolean;
        };
        /** @description The message was received. */
        ContactMessageResponse: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
        };
        /** @description Every error answer. */
        Error: {
            /**
             * @description What's wrong, for people. A 400 names every invalid field by its path, a 409 the job's status.
             * @example address is required
             */
            error: string;
            /**
             * @description On 402 only. The balance the request needs, in cents.
             * @example 400
             */
            balanceRequired?: number;
            /**
             * @description Only on a 429 for the daily cap on free misses, not on one for the rate limit. The cap counts net misses per UTC day, 250 by default; four matches forgive one miss.
             * @example 250
             */
            dailyMissLimit?: number;
        };
        /** @description An error that says how many cents are needed. */
        InsufficientBalanceError: components["schemas"]["Error"] & {
            /**
             * @description The balance the request needs, in cents.
             * @example 400
             */
            balanceRequired: number;
        };
    };
    responses: {
        /** @description The API key is missing, malformed, unknown or revoked, or its account is suspended. */
        LookupUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Idempotency-Key": components["headers"]["Idempotency-Key"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, malformed, unknown or revoked, or its account is suspended. */
        CreateUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Idempotency-Key": components["headers"]["Idempotency-Key"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, malformed, unknown or revoked, or its account is suspended. */
        JobUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The balance can't cover a match (single) or a match for every entry (bulk). Nothing was looked up or charged. */
        LookupInsufficientBalance: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Idempotency-Key": components["headers"]["Idempotency-Key"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientBalanceError"];
            };
        };
        /** @description The balance can't cover the previewed total. The job stays in `preview`. Nothing was charged. */
        JobInsufficientBalance: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientBalanceError"];
            };
        };
        /** @description This account has no such job. */
        JobNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The job's status doesn't allow this. `error` names the current status. Nothing changed. */
        JobConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests in a minute: wait `Retry-After` seconds. Or, if `dailyMissLimit` is there, the daily cap on free misses: check your list and come back the next UTC day. Nothing was looked up or charged. */
        LookupTooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Idempotency-Key": components["headers"]["Idempotency-Key"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests on CSV jobs in a minute. Wait `Retry-After` seconds. */
        CreateTooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Idempotency-Key": components["headers"]["Idempotency-Key"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests on CSV jobs in a minute. Wait `Retry-After` seconds. */
        JobTooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many reads of the account in a minute. Wait `Retry-After` seconds. */
        AccountTooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Five messages came from this IP address in 15 minutes. Wait `Retry-After` seconds. */
        ContactTooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An unexpected error. The lookup was not charged; a bulk's reservation is refunded. */
        LookupServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Idempotency-Key": components["headers"]["Idempotency-Key"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An unexpected error. Nothing was charged. */
        CreateServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Idempotency-Key": components["headers"]["Idempotency-Key"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An unexpected error. Read the job before repeating an action; its status says what happened. */
        JobServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An unexpected error. The message was not sent. */
        ContactServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The event's id, the same each time it is sent. Take an id once.
         * @example 3f0e2c1a-5b7d-4f0e-9a51-2d4c8b6f1e90
         */
        WebhookId: string;
        /**
         * @description When it was sent, in seconds since 1970. Refuse one that is minutes old.
         * @example 1795712400
         */
        WebhookTimestamp: string;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes that follow `whsec_` in the endpoint's secret in base64. There may be several, with spaces between them.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description The id of a delivery, for those after it. Without it, or with an id that is gone, the newest ones.
         * @example 7d1e3f5a-0c2b-4d6e-8f10-1a2b3c4d5e6f
         */
        After: string;
        /**
         * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
         * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
         */
        JobId: string;
        /**
         * @description Only jobs that were created with this `contentDigest`, by whichever client of the account. Each echoes it; a server that doesn't know the parameter ignores it, and its jobs lack the field. Our extension.
         * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
         */
        ContentDigest: string;
        /**
         * @description The ID of one of your jobs, such as the last one of a page: then the list has the jobs made before it. A server that doesn't know the parameter ignores it. Our extension.
         * @example 018f6e11-2c4d-7f60-8b1e-6a9d3c5e7f02
         */
        Before: string;
        /**
         * @description A value you choose, 1 to 255 visible ASCII characters, that makes the request safe to repeat. For 24 hours, the first success is stored per account and operation, and returned again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals aren't stored. The same value with another body is a 400. A second request that arrives while the first is running waits for its answer. A server that supports keys echoes the value in every answer.
         * @example 9f2c4e5a-lead-4711
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in the server's logs. Include it when you contact support.
         * @example req_01JD7Q3M5V8X2K4N6P9R0T1W3Y
         */
        "X-Request-Id": string;
        /**
         * @description Why the request was refused or failed, for programs: on every answer of an error, also on the pages for unknown paths and methods. The sentence in `error` may change; a code never changes its meaning. New codes may come, so treat one you don't know like its status.
         * @example insufficient_balance
         */
        "X-Error-Code": "invalid_request" | "invalid_idempotency_key" | "idempotency_conflict" | "invalid_upload" | "price_changed" | "unauthorized" | "terms_required" | "insufficient_balance" | "job_not_found" | "job_status_conflict" | "rate_limited" | "account_limit" | "daily_miss_limit" | "server_error" | "reservation_expired" | "storage_full" | "storage_unavailable" | "database_unavailable" | "commit_unknown" | "unknown_path" | "method_not_allowed";
        /**
         * @description Requests allowed in the current window. Absent on a 401.
         * @example 500
         */
        "RateLimit-Limit": number;
        /**
         * @description Requests left in the current window.
         * @example 499
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the current window ends.
         * @example 60
         */
        "RateLimit-Reset": number;
        /**
         * @description Whole seconds to wait before the next attempt, rounded up. For the daily cap on misses: the seconds until the next UTC midnight.
         * @example 12
         */
        "Retry-After": number;
        /**
         * @description The request's own key, echoed by a server that supports keys. Absent when the request had none.
         * @example 9f2c4e5a-lead-4711
         */
        "Idempotency-Key": string;
        /**
         * @description `true` when this is the stored answer to an earlier request with the same key. Absent otherwise.
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * @description RFC 9745. When this version was deprecated. Only during a notice period.
         * @example @1795262400
         */
        Deprecation: string;
        /**
         * @description RFC 8594. When this version will be switched off (an HTTP date). Only during a notice period.
         * @example Sun, 21 Nov 2027 12:00:00 GMT
         */
        Sunset: string;
        /**
         * @description RFC 8288. The announcement, with rel="deprecation". Only during a notice period.
         * @example <https://example.com/deprecation>; rel="deprecation"
         */
        Link: string;
        /**
         * @description RFC 9110 §11.6.1. The kind of credentials required.
         * @example Bearer
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    skipTraceSingle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value you choose, 1 to 255 visible ASCII characters, that makes the request safe to repeat. For 24 hours, the first success is stored per account and operation, and returned again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals aren't stored. The same value with another body is a 400. A second request that arrives while the first is running waits for its answer. A server that supports keys echoes the value in every answer.
                 * @example 9f2c4e5a-lead-4711
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The address. At most 64 KB of JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressInput"];
            };
        };
        responses: {
            /** @description A match, which is charged, or a free miss. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkipTraceResponse"];
                };
            };
            /** @description The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["LookupUnauthorized"];
            402: components["responses"]["LookupInsufficientBalance"];
            429: components["responses"]["LookupTooManyRequests"];
            500: components["responses"]["LookupServerError"];
        };
    };
    skipTraceBulk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value you choose, 1 to 255 visible ASCII characters, that makes the request safe to repeat. For 24 hours, the first success is stored per account and operation, and returned again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals aren't stored. The same value with another body is a 400. A second request that arrives while the first is running waits for its answer. A server that supports keys echoes the value in every answer.
                 * @example 9f2c4e5a-lead-4711
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The addresses. At most 1 MB of JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkSkipTraceRequest"];
            };
        };
        responses: {
            /** @description One result for each address, in the order of the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkSkipTraceResponse"];
                };
            };
            /** @description The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field by its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["LookupUnauthorized"];
            402: components["responses"]["LookupInsufficientBalance"];
            429: components["responses"]["LookupTooManyRequests"];
            500: components["responses"]["LookupServerError"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["JobUnauthorized"];
            429: components["responses"]["AccountTooManyRequests"];
            500: components["responses"]["JobServerError"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The id of a delivery, for those after it. Without it, or with an id that is gone, the newest ones.
                 * @example 7d1e3f5a-0c2b-4d6e-8f10-1a2b3c4d5e6f
                 */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to 100 deliveries, and whether there can be any. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            401: components["responses"]["JobUnauthorized"];
            429: components["responses"]["AccountTooManyRequests"];
            500: components["responses"]["JobServerError"];
        };
    };
    listSkipTraceJobs: {
        parameters: {
            query?: {
                /**
                 * @description Only jobs that were created with this `contentDigest`, by whichever client of the account. Each echoes it; a server that doesn't know the parameter ignores it, and its jobs lack the field. Our extension.
                 * @example 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
                 */
                contentDigest?: components["parameters"]["ContentDigest"];
                /**
                 * @description The ID of one of your jobs, such as the last one of a page: then the list has the jobs made before it. A server that doesn't know the parameter ignores it. Our extension.
                 * @example 018f6e11-2c4d-7f60-8b1e-6a9d3c5e7f02
                 */
                before?: components["parameters"]["Before"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkipTraceJobList"];
                };
            };
            /** @description `before` is not the ID of a job of this account. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["JobUnauthorized"];
            429: components["responses"]["JobTooManyRequests"];
            500: components["responses"]["JobServerError"];
        };
    };
    createSkipTraceJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value you choose, 1 to 255 visible ASCII characters, that makes the request safe to repeat. For 24 hours, the first success is stored per account and operation, and returned again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals aren't stored. The same value with another body is a 400. A second request that arrives while the first is running waits for its answer. A server that supports keys echoes the value in every answer.
                 * @example 9f2c4e5a-lead-4711
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file's name, and which column holds which part of the address. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSkipTraceJobRequest"];
            };
        };
        responses: {
            /** @description The job was created and is waiting for its file. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSkipTraceJobResponse"];
                };
            };
            /** @description The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Key": components["headers"]["Idempotency-Key"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["CreateUnauthorized"];
            429: components["responses"]["CreateTooManyRequests"];
            500: components["responses"]["CreateServerError"];
        };
    };
    getSkipTraceJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkipTraceJob"];
                };
            };
            401: components["responses"]["JobUnauthorized"];
            404: components["responses"]["JobNotFound"];
            429: components["responses"]["JobTooManyRequests"];
            500: components["responses"]["JobServerError"];
        };
    };
    uploadSkipTraceJobFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /** @description A form with the part `file`, which must be a file part (one with a filename). The part's own content type is ignored. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadSkipTraceJobFileRequest"];
            };
        };
        responses: {
            /** @description The file was received; processing starts automatically. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobActionResponse"];
                };
            };
            /** @description The form is malformed or has no file part named `file`, or the file is empty or larger than 50 MB. `error` names `file`. The job is still `pending`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["JobUnauthorized"];
            404: components["responses"]["JobNotFound"];
            409: components["responses"]["JobConflict"];
            429: components["responses"]["JobTooManyRequests"];
            500: components["responses"]["JobServerError"];
        };
    };
    markSkipTraceJobUploaded: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload is complete; processing starts automatically. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobActionResponse"];
                };
            };
            401: components["responses"]["JobUnauthorized"];
            404: components["responses"]["JobNotFound"];
            409: components["responses"]["JobConflict"];
            429: components["responses"]["JobTooManyRequests"];
            500: components["responses"]["JobServerError"];
        };
    };
    confirmSkipTraceJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was charged; the enriched CSV is being built. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmSkipTraceJobResponse"];
                };
            };
            401: components["responses"]["JobUnauthorized"];
            402: components["responses"]["JobInsufficientBalance"];
            404: components["responses"]["JobNotFound"];
            409: components["responses"]["JobConflict"];
            429: components["responses"]["JobTooManyRequests"];
            500: components["responses"]["JobServerError"];
        };
    };
    cancelSkipTraceJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The ID from creation. Anything that isn't a UUID is a 404, like an unknown ID or another account's job.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobActionResponse"];
                };
            };
            401: components["responses"]["JobUnauthorized"];
            404: components["responses"]["JobNotFound"];
            409: components["responses"]["JobConflict"];
            429: components["responses"]["JobTooManyRequests"];
            500: components["responses"]["JobServerError"];
        };
    };
    sendContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The message and its sender. At most 1 MB of JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMessage"];
            };
        };
        responses: {
            /** @description The message was received. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactMessageResponse"];
                };
            };
            /** @description The body is not valid JSON, or a field is missing or invalid. `error` names each invalid field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["ContactTooManyRequests"];
            500: components["responses"]["ContactServerError"];
        };
    };
}
