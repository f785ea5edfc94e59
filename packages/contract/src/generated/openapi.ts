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
         * @description Finds the owner of one property. A match costs 4 cents by default, a miss nothing. For a list use bulk or a CSV job instead of calling this in a loop. Send an `Idempotency-Key` to be able to repeat the request without paying twice.
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
         * @description Looks up as many as 100 addresses at once; the results are in the order of the request. The worst case, a match for each entry, is reserved first, and what didn't match is refunded when the request completes. The same address twice is looked up twice, and on a match charged twice. Send an `Idempotency-Key` to be able to repeat the request without paying twice.
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
         * @description The account behind the API key: its balance, its price, and its limits with what is left of them today. This operation is our own, beyond the interface specification; a server without it answers with the 404 page. This read does not count as use of the API key.
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
    "/api/user/skip-trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the 50 most recent jobs
         * @description The account's 50 most recent jobs, newest first, with their status, row counts and charges, and a fresh `downloadUrl` for each completed one. There are no query parameters; any that are sent are ignored. This read does not count as use of the API key.
         */
        get: operations["listSkipTraceJobs"];
        put?: never;
        /**
         * Create a CSV job
         * @description Creates a job in status `pending` and says where the CSV file goes. Nothing is charged.
         *
         *     - `uploadMethod: direct`: send the file as multipart/form-data to `uploadUrl`, which is this job's
         *       `POST /api/user/skip-trace/{jobId}/upload`, with the API key. Processing starts by itself.
         *     - `uploadMethod: presigned`: send an HTTP PUT of the raw CSV to `uploadUrl` with `Content-Type: text/csv` and
         *       **without** the API key, since the address may belong to another host and carries its own signature. Then call
         *       `POST /api/user/skip-trace/{jobId}/uploaded`. The PUT alone starts nothing. A second PUT before that call
         *       replaces the file. On this server the address is good for one hour and for this job only; an expired or
         *       changed one answers 403, a file over 1 GiB 400.
         *
         *     A job that no file arrives for is cancelled after 24 hours. A create that was replayed by its
         *     `Idempotency-Key` answers the same `jobId` with a freshly signed `uploadUrl`.
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Read one job
         * @description The job as it is now, meant for polling every few seconds. From `preview` on the counts and the total are there; while it is `completed`, each call signs a fresh `downloadUrl`. This read does not count as use of the API key.
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the CSV of a job (uploadMethod direct)
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that the CSV was uploaded (uploadMethod presigned)
         * @description To be called after the PUT of the raw CSV (`Content-Type: text/csv`, no API key) to `uploadUrl` succeeded. Starts processing the job, which must be `pending`; before any PUT this is a 409 that names pending. From here on the file does not change any more. No body. Nothing is charged.
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay for a job and have its file enriched
         * @description Charges exactly the previewed `totalChargeCents` of a job in `preview` and starts building the enriched CSV. A job in which no row matched is confirmed for 0 cents. Of two confirms at once one is answered with 409 and only one charges: after an unclear outcome read the job, whose status decides. If the file can never be built, the job becomes `failed` and the charge is refunded (`refundCents`). No body.
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
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
         * @description Cancels a job in `pending`, `uploaded` or `preview`, for good. In any other status, `processing` included, it is a 409. No body. Nothing is charged.
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
         * @description Needs no API key; one that is sent is ignored, right or wrong. A message counts as sent only when the body says `success: true`. Five messages in 15 minutes are taken from one IP address; refused ones do not use them up.
         */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One address to look up. */
        AddressInput: {
            /**
             * @description Street address; city, state and ZIP may follow on the same line. Holds a character that is not white space, and no control characters other than TAB, CR and LF; at most 10,000 characters.
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
        /** @description The matched owner. Every field is there; null means that the detail is not on file. */
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
             * @description The owner's name as it is on file; the name of a company or a trust is here alone.
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
             * @description True when the number is on a Do Not Call registry, and where it is not known whether it is.
             * @example false
             */
            dnc: boolean;
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
        /** @description Result of a single lookup: a match (`found: true`) or a free miss (`found: false`). */
        SkipTraceResponse: components["schemas"]["SkipTraceMatch"] | components["schemas"]["SkipTraceMiss"];
        /** @description An owner was found, and charged for. */
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
             * @description Cents charged, the account's price of a match; 4 unless the operator set another.
             * @example 4
             */
            charged: number;
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
        };
        /** @description One entry of a bulk response: a match (`found: true`) or a free miss (`found: false`). */
        BulkLookupResult: components["schemas"]["BulkLookupMatch"] | components["schemas"]["BulkLookupMiss"];
        /** @description An owner was found, and charged for. */
        BulkLookupMatch: {
            /**
             * @description An owner was found.
             * @constant
             */
            found: true;
            /**
             * @description Cents charged, the account's price of a match; 4 unless the operator set another.
             * @example 4
             */
            charged: number;
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
             * @description Net charge in cents, `matched` times the account's price (4 by default).
             * @example 8
             */
            totalCharged: number;
            /** @description One result for each address, in the order of the request. */
            results: components["schemas"]["BulkLookupResult"][];
        };
        /** @description For each field the name of the CSV column that holds it, as it stands in the header. Names are compared trimmed, first exactly, then without regard to case if only one column fits. One column may serve several fields. A name has at most 1,000 bytes of UTF-8. */
        ColumnMapping: {
            /**
             * @description Column of the street address, or of the whole address on one line.
             * @example Address
             */
            address: string;
            /**
             * @description Column of the city.
             * @example City
             */
            city: string;
            /**
             * @description Column of the state.
             * @example State
             */
            state: string;
            /**
             * @description Column of the ZIP code.
             * @example Zip
             */
            zip: string;
            /**
             * @description Column of the owner's first name. Steers which of several owners comes back; never prevents a match.
             * @example Owner First Name
             */
            firstName?: string;
            /**
             * @description Column of the owner's last name. Steers which of several owners comes back; never prevents a match.
             * @example Owner Last Name
             */
            lastName?: string;
        };
        /** @description The file that is to be enriched, and its columns. */
        CreateSkipTraceJobRequest: {
            /**
             * @description Name of the file; ends in .csv in any case, at most 500 characters and 1,500 bytes of UTF-8, without control characters and the invisible marks that change the direction of text.
             * @example leads.csv
             */
            filename: string;
            /** @description Which column holds which field. */
            columnMapping: components["schemas"]["ColumnMapping"];
        };
        /**
         * @description `presigned`: PUT the raw CSV to `uploadUrl`, then call `uploaded`. `direct`: POST it to `uploadUrl` as multipart/form-data.
         * @enum {string}
         */
        UploadMethod: "presigned" | "direct";
        /** @description The new job and where its file goes. */
        CreateSkipTraceJobResponse: {
            /**
             * Format: uuid
             * @description The job's id.
             * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
             */
            jobId: string;
            /**
             * Format: uri
             * @description Where to send the CSV; absolute. A presigned one works without a key, so treat it as a secret.
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
         *     - `cancelled`: by `cancel`, or because nobody uploaded or confirmed in time
         * @enum {string}
         */
        JobStatus: "pending" | "uploaded" | "processing" | "preview" | "confirmed" | "generating" | "completed" | "failed" | "cancelled";
        /** @description A CSV job. */
        SkipTraceJob: {
            /**
             * Format: uuid
             * @description The job's id.
             * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
             */
            id: string;
            /** @description Where the job stands. */
            status: components["schemas"]["JobStatus"];
            /**
             * @description Name of the uploaded file, as given at creation.
             * @example leads.csv
             */
            filename: string;
            /**
             * @description Rows of the file: records after the header, except lines with nothing on them. `matchedRows` plus `unmatchedRows`. Known from `preview` on.
             * @example 10000
             */
            totalRows?: number | null;
            /**
             * @description Rows that matched an owner; the only rows that are billed. Known from `preview` on.
             * @example 9812
             */
            matchedRows?: number | null;
            /**
             * @description Rows that did not match, `nonMatchCount` plus `blankAddressCount`. Known from `preview` on.
             * @example 188
             */
            unmatchedRows?: number | null;
            /**
             * @description Cents a matched row costs; fixed by the preview. 4 unless the operator set another price.
             * @example 4
             */
            pricePerRowCents?: number;
            /**
             * @description What confirm charges, in cents: `matchedRows` times `pricePerRowCents`. Known from `preview` on.
             * @example 39248
             */
            totalChargeCents?: number | null;
            /**
             * @description Cents given back because the job failed after it was confirmed; null otherwise.
             * @example null
             */
            refundCents?: number | null;
            /**
             * @description Rows that were looked up in vain. Known from `preview` on.
             * @example 180
             */
            nonMatchCount?: number | null;
            /**
             * @description Rows that were not looked up because their address cell is empty or white space. Known from `preview` on. In the job detail only, never in the list.
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
             * @description ZIP code of a data purchase by ZIP; null for jobs made from a file. In the job list only, never in the detail.
             * @example null
             */
            areaZip5?: string | null;
            /**
             * Format: uri
             * @description Link to the enriched CSV; set only while the status is `completed`, and null again once the file is past its retention. Absolute, works without a key, expires (on this server after 15 minutes) and is signed anew at every read. Treat it as a secret.
             * @example null
             */
            downloadUrl?: string | null;
            /**
             * @description What went wrong, in a sentence for a person; set only while the status is `failed`.
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
             * @description The most rows a CSV file may have.
             * @example 250000
             */
            rowsPerJob: number;
            /**
             * Format: uri
             * @description Where the operator's terms of use are; null when the operator names none.
             * @example null
             */
            termsUrl: string | null;
        };
        /** @description What an action led to. */
        JobActionResponse: {
            /** @description The status the action led to: `uploaded` or `processing` after an upload, `confirmed`, or `cancelled`. */
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
        /** @description The answer to a confirm, which says what was charged. */
        ConfirmSkipTraceJobResponse: components["schemas"]["JobActionResponse"] & {
            /**
             * @description The amount charged, in cents.
             * @example 39248
             */
            totalChargeCents: number;
        };
        /**
         * @description Login or access problems are `Login Issues`, questions and requests `General`, everything else `Other`.
         * @enum {string}
         */
        ContactReason: "Login Issues" | "General" | "Other";
        /** @description A message to the support team. Strings are trimmed before they are checked. */
        ContactMessage: {
            /**
             * @description Who sends the message; 2 to 500 characters, counted after trimming.
             * @example Robin Example
             */
            fullName: string;
            /**
             * Format: email
             * @description Where the answer goes (reply-to). Checked after trimming.
             * @example robin@example.com
             */
            email: string;
            /**
             * @description A US number (10 digits, or 11 with a leading 1), or E.164 with a leading +, country code first (8 to 15 digits). Spaces, dots, hyphens and parentheses may stand between the digits. At most 100 characters. Checked after trimming.
             * @example (512) 555-0142
             * @example +1 512 555 0142
             * @example +44 1632 960123
             */
            phone: string;
            /** @description What the message is about. Checked after trimming. */
            reason: components["schemas"]["ContactReason"];
            /**
             * @description The message; 5 to 10,000 characters, counted after trimming.
             * @example How long are enriched files kept?
             */
            message: string;
            /**
             * @description Whether the sender agreed to be contacted by email or phone about the request.
             * @example true
             */
            consent?: boolean;
        };
        /** @description The message was taken. */
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
             * @description What is wrong, for a person. On 400 it names every invalid field by its path, on 409 the job's status.
             * @example address is required
             */
            error: string;
            /**
             * @description On 402 only. Cents the balance must hold for the request to run.
             * @example 400
             */
            balanceRequired?: number;
            /**
             * @description On 429 only, and only when the daily cap on free misses was reached rather than the rate limit. The cap is net misses a UTC day, 250 by default; four matches forgive one miss.
             * @example 250
             */
            dailyMissLimit?: number;
        };
        /** @description An error that says how many cents are needed. */
        InsufficientBalanceError: components["schemas"]["Error"] & {
            /**
             * @description Cents the balance must hold for the request to run.
             * @example 400
             */
            balanceRequired: number;
        };
    };
    responses: {
        /** @description The API key is missing, malformed, invalid or revoked, or its account is not active. */
        LookupUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
        /** @description The API key is missing, malformed, invalid or revoked, or its account is not active. */
        CreateUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Idempotency-Key": components["headers"]["Idempotency-Key"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, malformed, invalid or revoked, or its account is not active. */
        JobUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The balance cannot cover a match (single) or a match of every entry (bulk). Nothing was looked up or charged. */
        LookupInsufficientBalance: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
        /** @description The balance cannot cover the previewed total. The job is still in `preview`, nothing was charged. */
        JobInsufficientBalance: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientBalanceError"];
            };
        };
        /** @description No job with that id belongs to this account. */
        JobNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The job's status does not allow the action. `error` names the current status; nothing changed. */
        JobConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests in a minute, or the daily cap on free misses, told apart by `dailyMissLimit`: wait `Retry-After` seconds for the one, check the list and come back the next UTC day for the other. Nothing was looked up or charged. */
        LookupTooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
        /** @description An unexpected error. Read the job before you repeat an action; its status says what happened. */
        JobServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
         * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
         * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
         */
        JobId: string;
        /**
         * @description A value of your own, 1 to 255 visible ASCII characters, that makes the request safe to repeat: for 24 hours the first success is kept for it, per account and operation, and given again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals are not kept. The same value with another body is a 400; a second request while the first runs waits for its answer. A server that honours keys echoes the value in every answer.
         * @example 9f2c4e5a-lead-4711
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in the server's logs. Quote it when you ask for help.
         * @example req_01JD7Q3M5V8X2K4N6P9R0T1W3Y
         */
        "X-Request-Id": string;
        /**
         * @description Requests allowed in the current window. Not on a 401, which has no account to count for.
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
         * @description The request's own key, echoed by a server that honours keys. Absent when the request had none.
         * @example 9f2c4e5a-lead-4711
         */
        "Idempotency-Key": string;
        /**
         * @description `true` on an answer that was kept from an earlier request with the same key. Absent otherwise.
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
         * @description RFC 9110 §11.6.1. The kind of credentials that are wanted.
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
                 * @description A value of your own, 1 to 255 visible ASCII characters, that makes the request safe to repeat: for 24 hours the first success is kept for it, per account and operation, and given again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals are not kept. The same value with another body is a 400; a second request while the first runs waits for its answer. A server that honours keys echoes the value in every answer.
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
            /** @description A match, which was charged, or a free miss. */
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
            /** @description The body is not valid JSON, or a field is missing or invalid. `error` names each such field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                 * @description A value of your own, 1 to 255 visible ASCII characters, that makes the request safe to repeat: for 24 hours the first success is kept for it, per account and operation, and given again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals are not kept. The same value with another body is a 400; a second request while the first runs waits for its answer. A server that honours keys echoes the value in every answer.
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
            /** @description The body is not valid JSON, or a field is missing or invalid. `error` names each such field by its path. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
    listSkipTraceJobs: {
        parameters: {
            query?: never;
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
                 * @description A value of your own, 1 to 255 visible ASCII characters, that makes the request safe to repeat: for 24 hours the first success is kept for it, per account and operation, and given again with `Idempotency-Replayed: true`. Nothing is looked up or charged twice. Refusals are not kept. The same value with another body is a 400; a second request while the first runs waits for its answer. A server that honours keys echoes the value in every answer.
                 * @example 9f2c4e5a-lead-4711
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file's name and which of its columns hold what. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSkipTraceJobRequest"];
            };
        };
        responses: {
            /** @description The job exists and waits for its file. */
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
            /** @description The body is not valid JSON, or a field is missing or invalid. `error` names each such field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /** @description A form with the part `file`, which must be a file part (one with a filename). The part's own content type is not looked at. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadSkipTraceJobFileRequest"];
            };
        };
        responses: {
            /** @description The file was received; processing starts by itself. */
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
            /** @description The form is broken, has no file part named `file`, or the file is empty or larger than 50 MB. `error` names file. The job is still `pending`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
                 * @example 018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload is complete; processing starts by itself. */
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
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
                 * @description The id that was returned at creation. One that is not a UUID is the same 404 as an unknown one and as the job of another account, so a server does not refuse it by its format.
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
        /** @description The message and who sends it. At most 1 MB of JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMessage"];
            };
        };
        responses: {
            /** @description The message was taken. */
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
            /** @description The body is not valid JSON, or a field is missing or invalid. `error` names each such field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
