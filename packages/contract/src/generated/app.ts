// Generated from app.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/app/api/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Spend and match rate, day by day
         * @description Of what was done live; a session that began with a test key is refused.
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/column-choices/{headers}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Column choices for lists with these headers */
        get: operations["getColumnChoices"];
        /**
         * Remember what was decided, for the next list with these headers
         * @description Names of columns only, of the 50 layouts of an account that were used last.
         */
        put: operations["keepColumnChoices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All jobs, newest first, filtered
         * @description openapi.yaml's listSkipTraceJobs answers the newest 50 and has no filter.
         */
        get: operations["findJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/jobs/{jobId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long a result can be downloaded, and which of its columns are the address */
        get: operations["getJobFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/jobs/{jobId}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first rows of a result that were looked up
         * @description At most 20. People who asked to be left out are not in them.
         */
        get: operations["getJobRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * API keys, newest first, revoked ones last
         * @description All in force and the newest 100 of the revoked ones. A session that began with a test key sees test keys only.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key, once
         * @description The same Idempotency-Key again, before the key was used, gives it another secret; the first one is kept nowhere.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends the sessions that were signed in with it as well, this one too if it was.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/lookups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All owners of a property, for the price of one
         * @description What `skipTraceSingle` of openapi.yaml is, with its charge, limits, errors and replays (the same Idempotency-Key is the same
         *     lookup there), and beside its owner the others of the property.
         */
        post: operations["lookUpProperty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the account has chosen
         * @description A session that began with a test key is refused, as by all operations on saved lookups.
         */
        get: operations["getPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Choose */
        patch: operations["changePreferences"];
        trace?: never;
    };
    "/app/api/saved-lookups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete all saved lookups */
        delete: operations["deleteSavedLookups"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/saved-lookups.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Saved lookups as a CSV file
         * @description A link may ask for it, so it needs no Skiptrace-App header.
         */
        get: operations["downloadSavedLookups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/saved-lookups/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The saved lookup of a property, in whatever spelling it is asked for
         * @description It says nothing about properties that the account has not looked up.
         */
        post: operations["findSavedLookup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/saved-lookups/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saved lookups, newest first
         * @description In a body, because URLs end up in logs.
         */
        post: operations["searchSavedLookups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/saved-lookups/{lookupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a saved lookup */
        delete: operations["deleteSavedLookup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in as a customer
         * @description With an API key, which is not kept in the browser, or with the token of a sign-in link, which works once.
         */
        post: operations["signIn"];
        /**
         * Sign out, here or everywhere
         * @description Everywhere means all sessions of the account, or of the test key where the session began with one.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this server offers */
        get: operations["getAppSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a sign-in link of a customer is for
         * @description The link stays unused.
         */
        post: operations["readSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sign-in-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a sign-in link sent by email
         * @description Answers the same whether an account has this address or not.
         */
        post: operations["sendSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The terms of use, and what the account accepted */
        get: operations["getTermsOfUse"];
        put?: never;
        /**
         * Accept the terms of use, and state a purpose
         * @description The first acceptance of a version stays. A session that began with a test key is refused.
         */
        post: operations["acceptTermsOfUse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ledger, newest first
         * @description A session that began with a test key is refused.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/transactions.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ledger as a CSV file
         * @description Same filters and refusals as listTransactions, all pages. A link may ask for it, so it needs no Skiptrace-App header.
         */
        get: operations["downloadTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show deliveries, newest first; the command shows the last 50 */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhook-deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again, under the id of its event */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the endpoints of an account */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add an endpoint; its secret is shown once
         * @description Where the answer is lost, remove the endpoint from the list and add it again. Its secret is kept nowhere else.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an endpoint; what waits for it is not sent */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts, newest first */
        get: operations["findAccounts"];
        put?: never;
        /**
         * Create an account with its first key, once
         * @description The same Idempotency-Key again answers the account of the first request, and gives its unused key another secret.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One account with its keys */
        get: operations["getOperatorAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Suspend, close, activate, or change name, email, price and limits
         * @description With another email, and when it is suspended or closed, the account's sessions and unused sign-in links end. A closed account keeps its balance and ledger, and its jobs come to their end; with `active` it is opened again.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/operator/api/accounts/{accountId}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Top up, or take back, once
         * @description The same Idempotency-Key again answers the first record and moves no money.
         */
        post: operations["addCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/accounts/{accountId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a customer's key */
        delete: operations["revokeCustomerKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/accounts/{accountId}/price-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When price and limits were changed, by whom, from what to what; newest first
         * @description The newest 100 of the log of disclosures. `details` has the new terms, and in `was` those before; null is the default.
         */
        get: operations["listPriceChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/accounts/{accountId}/sign-in-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a link that signs a customer in to the web app, once */
        post: operations["createCustomerSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/accounts/{accountId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ledger of an account, newest first */
        get: operations["listCustomerTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/accounts/{accountId}/transactions/{transactionId}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a charge, or a part of it, once; <transaction> is its whole ID, as "transactions" lists it
         * @description The sum of all refunds of a charge is never more than it took. The same Idempotency-Key again answers the first record and moves no money.
         */
        post: operations["refundTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Spend, matches and misses of all accounts, day by day */
        get: operations["getServiceActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/disclosure-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long the log of disclosures is, when it was sealed and when it was checked */
        get: operations["getDisclosureLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/dnc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the Do Not Call lists, and how old they are */
        get: operations["getDncLists"];
        put?: never;
        /**
         * Put a Do Not Call list in force, as a whole or not at all
         * @description A list that looks cut off is refused with the reasons, unless `evenIfShort` is true.
         */
        post: operations["importDncList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the ledger, jobs, files and disk
         * @description Reads everything once; a check that is under way is shared.
         */
        post: operations["runDoctor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the deadlines of California's DROP, and what its lists came to */
        get: operations["getDropStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened, newest first
         * @description The log of disclosures without lookups.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What works, what waits, how much room is left
         * @description Cheap enough to be asked every few seconds; the page draws its charts from the answers.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What needs an operator first */
        get: operations["getOperatorHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The jobs of all accounts, newest first */
        get: operations["findAllJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One job, with what happened to it and what it cost */
        get: operations["getOperatorJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/jobs/{jobId}/file-name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the customer called the file of a job
         * @description A POST, because the log of disclosures notes who asked.
         */
        post: operations["showJobFileName"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Owners that operators corrected, newest first */
        get: operations["listCorrections"];
        put?: never;
        /**
         * Replace what is handed out about an owner who is wrong
         * @description It stays, whatever is imported, until it is undone. An earlier correction of the same owner gives way.
         */
        post: operations["correctOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/corrections/{correctionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Undo a correction: what sources say counts again */
        delete: operations["undoCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Why an address matches or doesn't
         * @description A POST, so that no address stands in a URL.
         */
        post: operations["explainAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Files of owners that wait to be imported, newest first
         * @description At most 20; more are refused until some are imported or deleted.
         */
        get: operations["listOwnerFiles"];
        put?: never;
        /**
         * Send a file of owners to this server
         * @description The file stays on the server for a day, or until it was imported or deleted.
         */
        post: operations["uploadOwnerFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file that waits to be imported */
        get: operations["getOwnerFile"];
        put?: never;
        post?: never;
        /** Throw an uploaded file away */
        delete: operations["deleteOwnerFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/files/{fileId}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import an uploaded file, or check it without importing */
        post: operations["importOwnerFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/files/{fileId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the first rows of a file become
         * @description Stores nothing.
         */
        post: operations["previewOwnerFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Imports and tries of the last 30 days, newest first
         * @description Those of the command line as well.
         */
        get: operations["listOwnerImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How an import goes, and what it found */
        get: operations["getOwnerImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/imports/{importId}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import corrected rows as a further part of their import
         * @description Into the same source and read in the same way; nothing else of the source is replaced. A row is taken once.
         */
        post: operations["correctRejectedRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/imports/{importId}/rejects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first rejected rows that were not corrected yet
         * @description Kept as long as the file of rejected rows, for a day.
         */
        get: operations["getRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/imports/{importId}/rejects.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows that were not taken, with reasons
         * @description A link may ask for it, so it needs no Skiptrace-App header.
         */
        get: operations["downloadRejects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what each source of owners holds */
        get: operations["listOwnerSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/owners/sources/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a source with all its owners */
        delete: operations["deleteSource"];
        options?: never;
        head?: never;
        /**
         * Set which source wins when several know a property, and what its phones without a type are
         * @description A large source is written again after the answer; OwnerSources tells that an import is loading.
         */
        patch: operations["setSource"];
        trace?: never;
    };
    "/operator/api/people/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete what is stored about a person, and leave them out
         * @description A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.
         */
        post: operations["deletePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/people/disclosures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer "who received my data?": the answers and results that had a person's record
         * @description A POST, so that no name stands in a URL. Reads all owners and the whole log of disclosures, which takes minutes where both are large.
         */
        post: operations["findDisclosures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/people/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All that is stored about a person, to hand over
         * @description A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.
         */
        post: operations["exportPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/people/found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Data stored about a person
         * @description A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.
         */
        post: operations["findPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/people/suppression": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a person out of every answer, and delete nothing
         * @description A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.
         */
        post: operations["suppressPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests of people, those due first
         * @description Open ones by their deadline; all others newest first.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One request */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Confirm, extend, close or reopen a request
         * @description Doing what was done already changes nothing.
         */
        patch: operations["actOnRequest"];
        trace?: never;
    };
    "/operator/api/requests/{requestId}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete what is stored about the person of a request, and leave them out
         * @description Doing it again deletes the rest.
         */
        post: operations["deleteForRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/requests/{requestId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** All that is stored about the person of a request, to hand over */
        post: operations["exportForRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/requests/{requestId}/found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Data stored about the person of a request
         * @description Reads all owners and files, which takes minutes with many millions of owners.
         */
        post: operations["findForRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/requests/{requestId}/letter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A letter with a code that confirms the request
         * @description The code is shown this once. Another letter has another code, and the one before stops working.
         */
        post: operations["writeLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/requests/{requestId}/suppression": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave the person of a request out of every answer
         * @description Whom the list has already stays on it.
         */
        post: operations["suppressForRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which operator is signed in */
        get: operations["getOperatorSession"];
        put?: never;
        /** Sign in as an operator */
        post: operations["operatorSignIn"];
        /** Sign out, here or everywhere */
        delete: operations["operatorSignOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a sign-in link of an operator is for
         * @description The link stays unused.
         */
        post: operations["readOperatorSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/support": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Support messages, newest first */
        get: operations["listSupportMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/support/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message, with notes and replies, and the accounts and jobs it may be about */
        get: operations["getSupportMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Mark a message as done, open again, or as seen */
        patch: operations["markSupportMessage"];
        trace?: never;
    };
    "/operator/api/support/{messageId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a note on a message, or reply to it, once
         * @description A reply is mailed to the sender where mail is set up, and kept in any case.
         */
        post: operations["addSupportEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Entries of the suppression list, newest first
         * @description Nothing says whom an entry is about.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Leave out a person at an address or in a ZIP, a whole property, a phone or an email, exactly as named
         * @description What is on the list already stays as it is.
         */
        post: operations["addSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/api/suppressions/{suppressionId}/lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an entry out of force */
        post: operations["liftSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/opt-out/api/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm a request, with the link of the mail or the code of the letter */
        post: operations["confirmRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/opt-out/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask to be left out, told what is stored, or deleted
         * @description Anyone may ask. The answer depends on nothing that is stored about the person. Where OPT_OUT is off it is 404. The same
         *     Idempotency-Key again is the same request, and refused with another form (`idempotency_conflict`).
         */
        post: operations["submitRequest"];
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
        DeletedPerson: {
            entries: number;
            ownerRecords: number;
            corrections: number;
            /** @description Jobs with files that were cleaned. */
            jobs: number;
            messages: number;
            savedLookups: number;
            /** @description Closed requests that were emptied. */
            requests: number;
            /** @description What has to wait, as sentences. */
            waiting: string[];
            notes: components["schemas"]["PersonNotes"];
        };
        Disclosure: {
            /**
             * Format: date-time
             * @description When it was answered, or the result was written.
             */
            at: string;
            accountId: string;
            /** @description Its name. */
            account: string;
            /** @enum {string} */
            operation: "lookup" | "bulk" | "job";
            /** @description `key:ID` or `dashboard:ID`: who asked. */
            actor: string;
            /** @description The id of the request or of the job. */
            reference: string | null;
            /** @description What the whole lookup or job cost. */
            cents: number;
            /**
             * @description `property`: another record of the same property, perhaps of another owner or from an earlier file.
             * @enum {string}
             */
            by: "record" | "property";
            downloadedAt: string[];
        };
        DisclosureLog: {
            entries: number;
            /** Format: date-time */
            lastSealAt: string | null;
            /** @description The last "audit verify"; null if there was none. */
            lastCheck: {
                /** Format: date-time */
                at: string;
                /** @description 0 where the log is whole. */
                faults: number;
            } | null;
        };
        DropState: {
            /** @description Whether DROP_API_KEY is set. */
            hasKey: boolean;
            periodDays: number;
            /** Format: date-time */
            lastAccessAt: string | null;
            /** Format: date-time */
            nextAccessBy: string | null;
            /**
             * Format: date-time
             * @description Null where no statuses are due.
             */
            answerBy: string | null;
            findings: string[];
            counts: {
                list: string;
                items: number;
                status: components["schemas"]["DropStatus"];
                reported: components["schemas"]["DropStatus"];
                inForce: boolean;
            }[];
        };
        /**
         * @description Null before matching, or before it was reported.
         * @enum {string|null}
         */
        DropStatus: "waits" | "exempted" | "deleted" | "opted out" | "not found" | null;
        EntryCells: {
            /** @description a person: with an address or a ZIP */
            name?: string;
            /** @description "12 Oak St Apt 4, Dayton, OH 45402"; without a name the whole property */
            address?: string;
            /** @description five digits */
            zip?: string;
            /** @description everyone with this phone */
            phone?: string;
            /** @description everyone with this email */
            email?: string;
        };
        FoundPerson: {
            /** @description Entries of the suppression list that it comes to. */
            entries: number;
            /** @description Corrections of owners that name the person. */
            corrections: number;
            ownerRecords: {
                recordId: number;
                /** @description Parts of the record that led to it. */
                foundBy: ("property" | "mailing address" | "phone" | "email" | "correction")[];
                source: string;
                name: string;
                property: string;
                phones: number;
                emails: number;
            }[];
            jobs: {
                jobId: string;
                accountId: string;
                status: components["schemas"]["JobStatus"];
                listRows: number;
                ownerRows: number;
                unread: string | null;
            }[];
            /** @description How many there are. */
            supportMessages: number;
            /** @description How many customers have saved. */
            savedLookups: number;
            /** @description References of requests that name the person, some of them in a note alone. */
            requests: string[];
            /** @description Answers kept for repeated requests. */
            replays: number;
            isImporting: boolean;
            notes: components["schemas"]["PersonNotes"];
        };
        LookupRefusal: {
            error: string;
            /** @description Cents that a match needs. With 402. */
            balanceRequired?: number;
            /** @description Misses of a day that are used up. With 429. */
            dailyMissLimit?: number;
        };
        PersonAndReason: {
            person: components["schemas"]["PersonCells"];
            reason: components["schemas"]["Reason"];
        };
        /** @description A name with an address, a ZIP, or a city and state; or an address, a phone or an email. Several narrow it down. */
        PersonCells: {
            /** @description a person: with an address, a ZIP, or a city and state */
            name?: string;
            /** @description "12 Oak St Apt 4, Dayton, OH 45402"; without a name the whole property */
            address?: string;
            /** @description with a name and a state */
            city?: string;
            /** @description two letters */
            state?: string;
            /** @description five digits */
            zip?: string;
            /** @description everyone with this phone */
            phone?: string;
            /** @description everyone with this email */
            email?: string;
        };
        /** @description Readable by a person; its parts are not fixed. */
        PersonExport: {
            about: string;
            /** Format: date-time */
            writtenAt: string;
        } & {
            [key: string]: unknown;
        };
        /** @description What was not followed of what was asked, and what the confirmation of a request doesn't show, as sentences. */
        PersonNotes: string[];
        PersonRequest: {
            id: string;
            reference: string;
            wants: components["schemas"]["PersonWish"];
            /** @enum {string} */
            state: "unconfirmed" | "open" | "done" | "refused";
            name: string;
            addresses: components["schemas"]["PostalAddress"][];
            phones: string[];
            emails: string[];
            agent: string | null;
            contactEmail: string | null;
            /** @enum {string} */
            language: "en" | "es";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            dueAt: string;
            isExtended: boolean;
            /** @description The person was deleted from it since. */
            isEmptied: boolean;
            /** @description How many were written. */
            letters: number;
            /** @description What was done, oldest first. */
            history: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                what: "received" | "mailed" | "letter" | "confirmed" | "confirmed_by_operator" | "exported" | "suppressed" | "deleted" | "extended" | "done" | "refused" | "reopened" | "emptied";
                /** @description Null for the person or the server. */
                by: string | null;
                note: string | null;
            }[];
        };
        PersonRequestForm: {
            wants: components["schemas"]["PersonWish"];
            name: string;
            addresses: components["schemas"]["PostalAddress"][];
            phones: string[];
            emails: string[];
            /** @description Who asks for the person; null where the person asks. */
            agent: string | null;
            /**
             * Format: email
             * @description Where the link to confirm goes; null for a letter to the first address.
             */
            contactEmail: string | null;
            /** @enum {string} */
            language: "en" | "es";
        };
        /**
         * @description know_and_delete = hand over a copy first.
         * @enum {string}
         */
        PersonWish: "leave_out" | "know" | "delete" | "know_and_delete";
        PostalAddress: {
            street: string;
            city: string;
            state: string;
            zip: string;
        };
        /** @description why, for your records; don't name the person */
        Reason: string;
        Refusal: {
            error: string;
        };
        SuppressedPerson: {
            added: number;
            /** @description On the list already. */
            known: number;
            notes: components["schemas"]["PersonNotes"];
        };
        Suppression: {
            id: string;
            /** @enum {string} */
            kind: "person" | "property" | "zip" | "phone" | "email";
            reason: string;
            source: string;
            enteredBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            liftedAt: string | null;
            liftedBy: string | null;
            liftReason: string | null;
            /**
             * Format: date-time
             * @description When the people were deleted, too.
             */
            erasedAt: string | null;
        };
        ActivityDay: {
            /** Format: date */
            date: string;
            /** @description Charges less refunds. */
            spentCents: number;
            /** @description Charged matches. */
            matches: number;
            misses: number;
        };
        AppSettings: {
            /** @description Who runs the service, for the page /opt-out; null if it is not set. */
            operatorName: string | null;
            /** @description Whether mail is set up. */
            signInByEmail: boolean;
            /** @description Whether the sandbox's addresses answer live keys. */
            sandbox: boolean;
            /** @description A live balance below this is worth a note. */
            lowBalanceCents: number;
            maxUploadBytes: number;
            rowsPerJob: number;
            /** @description A job waits for its approval so long before it is cancelled. */
            previewDays: number;
        };
        /** @description The other owners at the same property in the same source, at most nine; none where more are on file there, which then is a building without units. */
        CoOwners: {
            contact: components["schemas"]["Contact"];
            phones: components["schemas"]["Phone"][];
            emails: string[];
        }[];
        ColumnChoices: {
            /** @description Field to the name of its column; empty for none. */
            overrides: {
                [key: string]: string;
            };
            /** @description The row that has the names of the columns. */
            headerRow: number | null;
            /** @description Columns of the same name get different ones. */
            renameColumns: boolean;
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
        CreatedKey: {
            key: components["schemas"]["Key"];
            apiKey: string;
        };
        CustomerSession: {
            accountId: string;
            name: string;
            email: string | null;
            mode: components["schemas"]["Mode"];
            /** @enum {string} */
            signedInWith: "key" | "link";
            /** @description Nothing is looked up before the terms of use are accepted. */
            mustAcceptTerms: boolean;
            /** Format: date-time */
            expiresAt: string;
        };
        Job: components["schemas"]["SkipTraceJob"];
        JobFile: {
            /** Format: date-time */
            keptUntil: string | null;
            /** @description As the job was made with. Null for a job of a version that forgot it. */
            columnMapping: components["schemas"]["ColumnMapping"] | null;
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
        Key: {
            id: string;
            label: string | null;
            mode: components["schemas"]["Mode"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
        };
        /** @description The whole id of a transaction, a list or a request. */
        LedgerId: string;
        /** @description Addresses of lookups that are still saved, by the reference of their records; empty unless the account wants them named. */
        LookedUpAddresses: {
            [key: string]: string;
        };
        /**
         * @description live = real owners and money; test = the sandbox's made-up owners, free.
         * @enum {string}
         */
        Mode: "live" | "test";
        OperatorSession: {
            /** @description Who the link was made for. */
            name: string;
            /** Format: date-time */
            expiresAt: string;
        };
        Preferences: {
            savedLookupDays: components["schemas"]["SavedLookupDays"];
            /** @description Whether the ledger names the addresses of lookups that are still saved, to the customer and to operators; true unless chosen. */
            namePurchases: boolean;
            /** @description Whether the account's email address is told that a list needs approval or is ready; where mail is set up. */
            mailLists: boolean;
        };
        Purchase: {
            /** @description `key:ID` or `dashboard:ID`. */
            by: string;
            /** @description How many were handed out. */
            properties: number;
            /** @description Stands for the property, where there is one. The same property has the same mark in this account alone. */
            mark: string | null;
            /** @description Earlier charges for one of the properties, newest first; at most five. */
            before: {
                reference: string;
                /** Format: date-time */
                at: string;
                /** @description How many of them. */
                properties: number;
            }[];
            /** @description Null without one and after a day. */
            idempotencyKey: string | null;
        };
        ResultOwner: {
            /** @description Empty where none is on file. */
            name: string;
            /** @description Empty where none is on file. */
            mailing: string;
            phones: {
                number: string;
                /** @enum {string} */
                type: "mobile" | "landline";
                /**
                 * @description On a Do Not Call registry, not on one, or not checked. Results of earlier versions have `listed` for both the
                 *     first and the last.
                 * @enum {string}
                 */
                dncStatus: "listed" | "not listed" | "not checked";
            }[];
            emails: string[];
        };
        ResultRow: {
            /** @description As the list has it. */
            property: string;
            /** @description The street address on file, if the list has words that are not in it. Null for a row without a match. */
            matchedTo: string | null;
            /**
             * @description Why no owner was found, as in MissReasons of openapi.yaml; null for a match, and if it is not known.
             * @enum {string|null}
             */
            missReason: "notOnFile" | "severalFit" | "unit" | "incomplete" | "noPhone" | null;
            /** @description Null for a row without a match. */
            owner: components["schemas"]["ResultOwner"] | null;
            /** @description The other owners of the property, as in the file. */
            coOwners: components["schemas"]["ResultOwner"][];
        };
        SavedLookup: {
            /** @description The request's id, which the ledger has as the reference of the charge. */
            id: string;
            /** @description What was asked, in standard form. */
            address: string;
            /** Format: date-time */
            lookedUpAt: string;
            chargedCents: number;
            /** @description What of it came back. */
            refundedCents: number;
            /**
             * Format: date
             * @description The last UTC day on which another lookup of the property is free; null if it is charged.
             */
            freeUntil: string | null;
            /** @description The owner as the record is now; null where the owner is no longer on file. */
            match: components["schemas"]["SkipTraceMatch"] | null;
            coOwners: components["schemas"]["CoOwners"];
        };
        /** @description Days for which lookups are saved; 0 saves none. */
        SavedLookupDays: number;
        /**
         * @description Made by chance, once for a link. When the answer is lost, the same link with the same attempt signs in once more, within a
         *     minute and as long as the session is unused.
         */
        SignInAttempt: string;
        SignInLink: {
            /** @description The account or the operator that it signs in. */
            name: string;
            /** Format: date-time */
            expiresAt: string;
        };
        TermsAcceptance: {
            version: string;
            purpose: string;
            /** Format: date-time */
            acceptedAt: string;
            acceptedBy: string;
        };
        Transaction: {
            id: string;
            type: components["schemas"]["TransactionType"];
            /** @description Below zero where money was taken. */
            amountCents: number;
            /** @description After it. */
            balanceCents: number;
            reference: string | null;
            /** @description Why a charge was refunded. */
            note: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @description Reading 17.
         * @enum {string}
         */
        TransactionType: "top_up" | "adjustment" | "lookup_charge" | "lookup_refund" | "bulk_reservation" | "bulk_refund" | "job_charge" | "job_refund" | "refund";
        /** Format: email */
        AccountEmail: string | null;
        AccountName: string;
        DoctorCheck: {
            /** Format: date-time */
            checkedAt: string;
            /** @description `operator:NAME`, or `service` for the check of the night. */
            checkedBy: string;
            accountsChecked: number;
            findings: string[];
        };
        Health: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            status: "ready" | "degraded" | "not ready";
            faults: string[];
            shortages: string[];
            version: string;
            /** @description Of the server that answered. */
            uptimeSeconds: number;
            /** @enum {string} */
            database: "sqlite" | "postgres";
            /** @enum {string} */
            storage: "local" | "s3";
            /** @description Tasks that wait, by kind. */
            backlog: {
                [key: string]: number;
            };
            /** @description Of the disk; null in a bucket. */
            freeBytes: number | null;
            residentBytes: number;
            accounts: number;
            /** @description Jobs by status. */
            jobs: {
                [key: string]: number;
            };
            /** @description Since the server that answered started. */
            lookups: {
                [key: string]: number;
            };
        };
        /** @description An entry of the log of disclosures that is no lookup. */
        LogEvent: {
            id: string;
            /** Format: date-time */
            at: string;
            /** @description Such as `job.confirm` or `command`. */
            kind: string;
            /** @description `key:ID`, `dashboard:ID`, `operator:NAME`, `command:NAME` or `service`. */
            actor: string;
            /** @description Null for what belongs to no account. */
            accountId: string | null;
            /** @description Of the account that it belongs to, or that `details` name. */
            accountName: string | null;
            /** @description The key of the actor; null for operators and the server. */
            key: {
                label: string | null;
                /** @description It stands for the account’s sessions that began with a link. */
                isWebSession: boolean;
            } | null;
            reference: string | null;
            /** @description That left the balance; negative if they were added. */
            cents: number;
            /** @description Nothing personal. */
            details: {
                [key: string]: unknown;
            };
        };
        /** @description Without it, a name that another account has is a 409 with the code `same_name`, and nothing is changed. */
        MayShareName: boolean;
        OperatorAccount: {
            id: string;
            name: string;
            email: string | null;
            /** @enum {string} */
            status: "active" | "suspended" | "closed";
            balanceCents: number;
            /** @description What applies. */
            terms: {
                priceCents: number;
                dailyMisses: number;
                singlePerMinute: number;
                bulkPerMinute: number;
                /** @description 0 where repeats are charged. */
                freeRepeatDays: number;
            };
            /** @description What was set for this account; null where the contract's value applies. */
            ownTerms: {
                priceCents: number | null;
                dailyMisses: number | null;
                singlePerMinute: number | null;
                bulkPerMinute: number | null;
                freeRepeatDays: number | null;
            };
            /** Format: date-time */
            createdAt: string;
        };
        OperatorHome: {
            /** @description Open support messages. */
            messages: {
                open: number;
                unread: number;
            };
            /** @description Open requests of people. */
            requests: {
                open: number;
                late: number;
                /** @description Unconfirmed requests that wait for a letter. */
                letters: number;
                /** Format: date-time */
                nextDueAt: string | null;
            };
            /** @description In the last day. */
            failedJobs: number;
            /** @description In the last day. */
            failedImports: number;
            /** @description Jobs that wait for their customers. */
            toApprove: number;
            toApproveCents: number;
            /** @description All accounts since midnight UTC. */
            today: {
                spentCents: number;
                toppedUpCents: number;
                refundedCents: number;
            };
            /** @description The doctor's last check; null before the first. */
            lastCheck: components["schemas"]["DoctorCheck"] | null;
        };
        OperatorJob: {
            id: string;
            accountId: string;
            accountName: string;
            mode: components["schemas"]["Mode"];
            status: components["schemas"]["JobStatus"];
            totalRows: number | null;
            matchedRows: number | null;
            totalChargeCents: number | null;
            /** @description Given back so far, by the server or an operator. */
            refundCents: number | null;
            errorMessage: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        OperatorJobDetails: {
            job: components["schemas"]["OperatorJob"];
            /** @enum {string} */
            origin: "api" | "dashboard";
            /** @description Null before the upload. */
            uploadBytes: number | null;
            /** @description A match; at most, until the preview. */
            priceCents: number | null;
            repeatRows: number | null;
            blankAddressCount: number | null;
            /** @description Whether its file is still stored. */
            hasUpload: boolean;
            hasResult: boolean;
            /** @description What the server still has to do for it; null if nothing. */
            work: {
                /** @enum {string} */
                kind: "match" | "enrich";
                /** @description How often it failed so far. */
                failures: number;
                /** @description How often its server died over it. */
                takeovers: number;
                /** Format: date-time */
                dueAt: string;
                isRunning: boolean;
            } | null;
            /** @description Entries of the log of disclosures about it, newest first. */
            events: components["schemas"]["LogEvent"][];
            /** @description Its records in the ledger, newest first. */
            transactions: components["schemas"]["Transaction"][];
        };
        SupportMessage: {
            id: string;
            fullName: string;
            email: string;
            phone: string;
            reason: string;
            message: string;
            isDone: boolean;
            /** @description Whether an operator has opened it. */
            isSeen: boolean;
            replies: number;
            /** Format: date-time */
            createdAt: string;
        };
        SupportMessageDetails: {
            message: components["schemas"]["SupportMessage"];
            /** @description With the email address of the message, or named by an id in its text, which proves nothing. */
            accounts: {
                id: string;
                name: string;
                isByEmail: boolean;
            }[];
            /** @description Named by an id in its text. */
            jobs: {
                id: string;
                accountId: string;
                status: components["schemas"]["JobStatus"];
            }[];
            /** @description Notes and replies of operators, oldest first. */
            entries: {
                id: string;
                /** @enum {string} */
                kind: "note" | "reply";
                /** Format: date-time */
                at: string;
                by: string;
                text: string;
                /**
                 * Format: date-time
                 * @description When the mail server took a reply.
                 */
                mailedAt: string | null;
            }[];
            isMailSetUp: boolean;
        };
        /** @description null gives the default back; what is not named stays. */
        TermsChange: {
            priceCents?: number | null;
            dailyMisses?: number | null;
            singlePerMinute?: number | null;
            bulkPerMinute?: number | null;
            freeRepeatDays?: number | null;
        };
        WebhookDelivery: {
            id: string;
            /** @description The `webhook-id` of what was sent. */
            webhookId: string;
            endpointId: string;
            url: string;
            type: components["schemas"]["WebhookType"];
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description HTTP status of the last answer. */
            answered: number | null;
            /** @description Why the last attempt failed. */
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            events: components["schemas"]["WebhookType"][];
            /** Format: date-time */
            createdAt: string;
        };
        /** @enum {string} */
        WebhookType: "job.preview" | "job.completed" | "job.failed" | "balance.low";
        /** @description What is missing stays as it is; where the name is another person's, it is not on file any more. */
        CorrectedOwner: {
            /** @description Of an explanation. */
            recordId: number;
            reason: components["schemas"]["Reason"];
            /** @description First name first; a company as it is. */
            name?: string;
            mailing?: {
                address: string;
                city?: string;
                state?: string;
                zip?: string;
            } | null;
            phones?: {
                number: string;
                /** @enum {string} */
                type: "mobile" | "landline";
                doNotCall: components["schemas"]["DoNotCall"];
            }[];
            emails?: string[];
        };
        /**
         * @description unchecked: nothing says so, and it is treated as listed.
         * @enum {string}
         */
        DoNotCall: "yes" | "no" | "unchecked";
        Explanation: {
            /** @description Why it missed, `suppressed` where that is all there is to say; null for a match. */
            reason: string | null;
            /** @description How the address is read; the first is the likely one. */
            readings: string[];
            /** @description How it matches, or why not, as a clause. */
            outcome: string;
            /** @description Addresses found under its keys, those that fit first. */
            compared: {
                address: string;
                /** @description How it compares, as a clause. */
                result: string;
                fits: boolean;
            }[];
            /** @description How many more there are. */
            moreCompared: number;
            /** @description Who is handed out; null for a miss. */
            owner: {
                source: string;
                recordId: number;
                fullName: string | null;
                contact: components["schemas"]["OwnerDetails"];
                /** @description The correction that the details are of; null without one. */
                correctionId: string | null;
                /** @description As the record has it. */
                property: {
                    address: string | null;
                    city: string | null;
                    state: string | null;
                    zip: string | null;
                };
                /** @description What each source adds, the one that wins first. */
                from: {
                    source: string;
                    recordId: number;
                    fullName: string | null;
                    phones: number;
                    emails: number;
                }[];
                /** @description Records of the property that are not in the answer: co-owners, and other owners in other sources. */
                others: {
                    source: string;
                    recordId: number;
                    fullName: string | null;
                }[];
            } | null;
        };
        OwnerCorrection: {
            id: string;
            reason: string;
            correctedBy: string;
            /** Format: date-time */
            correctedAt: string;
            /** @description Null where the suppression list has the owner. */
            owner: {
                property: string;
                /** @description Names in the sources, which are not handed out any more. */
                namesOnFile: string[];
                contact: components["schemas"]["OwnerDetails"];
            } | null;
        };
        /** @description What is handed out about a person, and how to reach them. */
        OwnerDetails: {
            name: string | null;
            mailing: {
                address: string;
                city: string | null;
                state: string | null;
                zip: string | null;
            } | null;
            phones: {
                /** @description 10 digits. */
                number: string;
                /** @enum {string} */
                type: "mobile" | "landline";
                doNotCall: components["schemas"]["DoNotCall"];
            }[];
            emails: string[];
        };
        OwnerFile: {
            id: string;
            name: string;
            bytes: number;
            headers: string[];
            /** @description The row with the headers, from 1; 0 if the file has no headers. */
            headerRow: number;
            /** @description The rows above the headers. */
            titleRows: {
                row: number;
                cells: string[];
            }[];
            /** @description Up to 5 rows. */
            firstRows: string[][];
            /** @description Which row of the file each of these is, from 1. */
            firstRowNumbers: number[];
            /** @description Part of a split street → the header that most likely holds it. */
            split: {
                [key: string]: string;
            };
            /** @description What a person should know before the check, as sentences. */
            notes: string[];
            /** @description The sheet of a workbook that was read. */
            sheet: string | null;
            otherSheets: string[];
            /** @description Field → headers that hold it. */
            suggested: {
                [key: string]: string[];
            };
            /** @description Field → headers that may hold it. None is read for it until `map` names one. */
            unclear: {
                [key: string]: string[];
            };
        };
        OwnerImport: {
            /** @description The server's log names it `runId`. */
            id: string;
            /** @description Of a file sent with a browser; empty for one that the command line read. */
            fileId: string;
            /** @description Null where an older version of the server began it. */
            fileName: string | null;
            /** @description `operator:NAME` or `command:NAME`. */
            startedBy: string | null;
            dryRun: boolean;
            /** @description What was asked for; null where an older version of the server began it. */
            request: components["schemas"]["OwnerImportRequest"] | null;
            /** @enum {string} */
            state: "running" | "done" | "failed";
            rowsRead: number;
            bytesRead: number;
            bytes: number;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description Null while it runs.
             */
            endedAt: string | null;
            summary: components["schemas"]["OwnerImportSummary"] | null;
            /** @description What happened and what to do, where it failed. */
            error: string | null;
        };
        OwnerImportRequest: {
            /** @description Try it; keep nothing. */
            dryRun: boolean;
            source: string;
            /** @description Replace everything in the source with this file. */
            replace: boolean;
            priority?: number;
            /** @description For every row, where the file has none. */
            state?: string;
            /**
             * @description Mark phones without a flag as Do Not Call.
             * @default true
             */
            dncDefault: boolean;
            /**
             * @description What phones without a type are, in the whole source. By default the source keeps what it has.
             * @enum {string}
             */
            phoneTypeDefault?: "mobile" | "landline";
            /** @default false */
            allowNameless: boolean;
            /** @description Rows of one address are the same property, even if a column that is not read tells them apart. */
            sameProperty?: boolean;
            /** @enum {string} */
            nameOrder?: "as-written" | "comma" | "first-last" | "last-first";
            /** @description The row with the names of the columns, from 1; 0 for none. By default the file tells. */
            headerRow?: number;
            /** @description Of a workbook. */
            sheet?: string;
            /** @description Field → headers, where the suggestion is wrong. */
            map?: {
                [key: string]: string[];
            };
            /** @description Headers of columns that are not read. */
            unused?: string[];
        };
        OwnerImportSummary: {
            /**
             * @description unchanged: the source has this file already, so nothing was done.
             * @enum {string}
             */
            status: "imported" | "unchanged" | "dry_run";
            source: string;
            /** @description What the source held before, and whether the file takes its place. */
            before: {
                imports: number;
                owners: number;
                replaced: boolean;
            };
            /** @description read = stored + merged + refused. Merged, the owner was on an earlier row already. */
            rows: {
                read: number;
                stored: number;
                merged: number;
                refused: number;
            };
            /** @description Stored, or in a try what would be: a row can name two. */
            owners: number;
            refusals: {
                reason: string;
                rows: number;
                /** @description Line numbers of the first. */
                lines: number[];
            }[];
            phonesLeftOut: {
                /** @description Not ten digits. */
                unusable: number;
                /** @description Stored; left out of answers until the source says what they are. */
                withoutType: number;
                /** @description Of another person than the owner. */
                ofOthers: number;
                /** @description More than a match can hold. */
                over: number;
            };
            mapping: {
                field: string;
                /** @description None where no column holds it. */
                headers: string[];
                sample: string | null;
                /** @description A sentence. */
                reason: string | null;
            }[];
            /** @description Why full names are read in an order, as a sentence; null for the usual order. */
            nameOrderReason: string | null;
            warnings: string[];
            ignoredColumns: string[];
            /** @description Look like Social Security numbers or dates of birth: never read. */
            sensitiveColumns: string[];
            hasRejects: boolean;
        };
        OwnerPreview: {
            /** @description Why the file can’t be imported like this, as a sentence; then there are no rows. */
            problem: string | null;
            rows: {
                /** @description Which row of the file, from 1. */
                row: number;
                /** @description Why it is not stored, as a clause. */
                refused: string | null;
                owners: components["schemas"]["PreviewedOwner"][];
                /** @description Unusable, of another person, or too many. */
                phonesLeftOut: number;
                emailsLeftOut: number;
            }[];
        };
        /** @description The parts of an OwnerImportRequest that say what a row becomes. */
        OwnerPreviewRequest: {
            state?: string;
            /** @default true */
            dncDefault: boolean;
            /**
             * @description The setting of the source where the request has none.
             * @enum {string}
             */
            phoneTypeDefault?: "mobile" | "landline";
            /** @default false */
            allowNameless: boolean;
            /** @enum {string} */
            nameOrder?: "as-written" | "comma" | "first-last" | "last-first";
            headerRow?: number;
            sheet?: string;
            map?: {
                [key: string]: string[];
            };
            unused?: string[];
        };
        OwnerSources: {
            /** @description By name. */
            sources: {
                source: string;
                /** @description The highest wins where several sources know a property, then the newest import. */
                priority: number;
                imports: number;
                records: number;
                addressKeys: number;
                /** @description Stored, with or without a type. */
                phones: number;
                /**
                 * @description What phones without a type are; null leaves them out of answers.
                 * @enum {string|null}
                 */
                phoneTypeDefault: "mobile" | "landline" | null;
                /** @description Phones of which no file says the type. */
                untypedPhones: number;
                emails: number;
                /** Format: date-time */
                lastImportAt: string;
                /** @description Imported under other rules of addresses: import its file again. */
                outdated: boolean;
            }[];
            /** @description Out of the directory, but kept until no job refers to them any more. */
            retired: {
                imports: number;
                records: number;
            };
            /** @description Imports being written now, or left by a process that died. */
            loading: number;
        };
        /** @description A record as it would be stored. */
        PreviewedOwner: {
            name: string | null;
            /** @description As it is compared with addresses that are looked up. */
            property: string;
            mailing: string | null;
            phones: {
                /** @description 10 digits. */
                number: string;
                /**
                 * @description Null for a phone that answers leave out until the source says what it is.
                 * @enum {string|null}
                 */
                type: "mobile" | "landline" | null;
                /**
                 * @description unchecked: the file does not say, so it is treated as listed.
                 * @enum {string}
                 */
                doNotCall: "yes" | "no" | "unchecked";
            }[];
            emails: string[];
        };
        RejectedOwnerRows: {
            /** @description Of the file, without columns that are never read. */
            headers: string[];
            rows: {
                /** @description Of the imported file. */
                line: number;
                reason: string;
                cells: string[];
            }[];
            /** @description Rows that were corrected and imported, or are being imported. */
            corrected: number;
            /** @description Further rows that wait for a correction. */
            more: number;
        };
        WaitingOwnerFile: {
            id: string;
            name: string;
            bytes: number;
            /** Format: date-time */
            receivedAt: string;
            lastImport: components["schemas"]["OwnerImport"] | null;
        };
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
        /**
         * @description The kind of line.
         * @enum {string}
         */
        PhoneType: "mobile" | "landline";
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
        /** @description Mobile numbers first (at most 10), then landlines (at most 9). */
        Phones: components["schemas"]["Phone"][];
        /** @description Email addresses of the matched owner, as they are on file. */
        Emails: string[];
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
        /** @description Result of a single lookup: a match (`found: true`) or a free miss (`found: false`). */
        SkipTraceResponse: components["schemas"]["SkipTraceMatch"] | components["schemas"]["SkipTraceMiss"];
    };
    responses: {
        /** @description What happened, what it cost, what to do next. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description As `skipTraceSingle` refuses it; nothing was looked up or charged. */
        LookupProblem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LookupRefusal"];
            };
        };
    };
    parameters: {
        /** @description A request that is repeated with it makes what it makes once. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getActivity: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTC days, oldest first, none left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the account ever looked an address up, singly or in bulk; its jobs are listed elsewhere. */
                        hasLookedUp: boolean;
                        days: components["schemas"]["ActivityDay"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getColumnChoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                headers: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Null where nothing was, or not for a year. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        choices: components["schemas"]["ColumnChoices"] | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    keepColumnChoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                headers: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Null forgets them. */
                    choices: components["schemas"]["ColumnChoices"] | null;
                };
            };
        };
        responses: {
            /** @description Remembered. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    findJobs: {
        parameters: {
            query?: {
                status?: components["schemas"]["JobStatus"][];
                search?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: components["schemas"]["SkipTraceJob"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getJobFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both null unless the job is completed and its file still there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobFile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getJobRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of the file. 404 unless the job is completed and its file still there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows: components["schemas"]["ResultRow"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, without the secret part. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["Key"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header: {
                /** @description A request that is repeated with it makes what it makes once. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    mode: components["schemas"]["Mode"];
                };
            };
        };
        responses: {
            /** @description The key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked; revoking twice is the same. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    lookUpProperty: {
        parameters: {
            query?: never;
            header: {
                /** @description A request that is repeated with it makes what it makes once. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                };
            };
        };
        responses: {
            /** @description A match, or a miss without other owners. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answer: components["schemas"]["SkipTraceResponse"];
                        coOwners: components["schemas"]["CoOwners"];
                        /** @description For a miss, the units on file at the address that was asked, such as `APT 2`; at most 50. */
                        units: string[];
                    };
                };
            };
            default: components["responses"]["LookupProblem"];
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's own choices, or the server's. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    savedLookupDays?: components["schemas"]["SavedLookupDays"];
                    namePurchases?: boolean;
                    mailLists?: boolean;
                };
            };
        };
        responses: {
            /** @description Chosen. Saved lookups that are older than that were deleted; with 0 days that is all of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteSavedLookups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. The ledger keeps the charges. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadSavedLookups: {
        parameters: {
            query?: {
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. What was asked, when and for how much, and the owner in the columns of the layout `split`; those are empty where the owner is no longer on file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findSavedLookup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                };
            };
        };
        responses: {
            /** @description The newest saved lookup with an owner still on file; null if there is no such lookup. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lookup: components["schemas"]["SavedLookup"] | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    searchSavedLookups: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Beginnings of words of the address or the owner's name, in any order and case; empty for all. */
                    search: string;
                };
            };
        };
        responses: {
            /** @description A page of saved lookups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lookups: components["schemas"]["SavedLookup"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteSavedLookup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                lookupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; deleting twice is the same. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSession"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    apiKey: string;
                } | {
                    token: string;
                    attempt?: components["schemas"]["SignInAttempt"];
                };
            };
        };
        responses: {
            /** @description Signed in; the session's cookie is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSession"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signOut: {
        parameters: {
            query?: {
                everywhere?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out; the cookie is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getAppSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the sign-in page and the help texts depend on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSettings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Whom it signs in, and until when it works. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    sendSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description If an account has this address a link is on its way; it works once and for 15 minutes. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getTermsOfUse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present terms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: string;
                        rules: string[];
                        /** @description The operator's own (TERMS_URL). */
                        operatorTermsUrl: string | null;
                        /** @description Whether keys work only after it. */
                        isRequired: boolean;
                        accepted: components["schemas"]["TermsAcceptance"] | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    acceptTermsOfUse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one that the page shows. */
                    version: string;
                    purpose: string;
                };
            };
        };
        responses: {
            /** @description What is on record now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TermsAcceptance"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                about?: components["schemas"]["LedgerId"];
                type?: components["schemas"]["TransactionType"];
                from?: string;
                to?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactions: components["schemas"]["Transaction"][];
                        /** @description Of the jobs that the records refer to, by the job's id. */
                        fileNames: {
                            [key: string]: string;
                        };
                        addresses: components["schemas"]["LookedUpAddresses"];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadTransactions: {
        parameters: {
            query?: {
                about?: components["schemas"]["LedgerId"];
                type?: components["schemas"]["TransactionType"];
                from?: string;
                to?: string;
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first; columns `date, type, amount, balance, reference, id, note, item`, amounts in dollars. The item is the list's file name, or the address as in listTransactions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is queued. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints without their secrets, and whether this server sends webhooks at all. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        isOn: boolean;
                        endpoints: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description https URL that takes a POST */
                    url: string;
                    events: components["schemas"]["WebhookType"][];
                };
            };
        };
        responses: {
            /** @description The endpoint, and its secret, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoint: components["schemas"]["WebhookEndpoint"];
                        secret: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    findAccounts: {
        parameters: {
            query?: {
                search?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["OperatorAccount"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header: {
                /** @description A request that is repeated with it makes what it makes once. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: components["schemas"]["AccountName"];
                    email: components["schemas"]["AccountEmail"];
                    balanceCents: number;
                    terms?: components["schemas"]["TermsChange"];
                    /** @description What it uses results for: it accepts the terms of use. */
                    purpose?: string;
                    mayShareName?: components["schemas"]["MayShareName"];
                };
            };
        };
        responses: {
            /** @description The account and its first key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["OperatorAccount"];
                        apiKey: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOperatorAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The terms of use that it accepted last. */
                        terms: components["schemas"]["TermsAcceptance"] | null;
                        account: components["schemas"]["OperatorAccount"];
                        /** @description All in force and the newest 100 of the revoked ones. */
                        keys: components["schemas"]["Key"][];
                        usedMissesToday: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status?: "active" | "suspended" | "closed";
                    name?: components["schemas"]["AccountName"];
                    email?: components["schemas"]["AccountEmail"];
                    terms?: components["schemas"]["TermsChange"];
                    mayShareName?: components["schemas"]["MayShareName"];
                };
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccount"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addCredit: {
        parameters: {
            query?: never;
            header: {
                /** @description A request that is repeated with it makes what it makes once. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cents: number;
                    note: string | null;
                };
            };
        };
        responses: {
            /** @description The ledger record. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revokeCustomerKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listPriceChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["LogEvent"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createCustomerSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCustomerTransactions: {
        parameters: {
            query?: {
                about?: components["schemas"]["LedgerId"];
                type?: components["schemas"]["TransactionType"];
                from?: string;
                to?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records, without the names of files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactions: components["schemas"]["Transaction"][];
                        addresses: components["schemas"]["LookedUpAddresses"];
                        /** @description What charged lookups were for, by the reference of their records. */
                        purchases: {
                            [key: string]: components["schemas"]["Purchase"];
                        };
                        /**
                         * Format: date-time
                         * @description Earlier charges for the same property were looked for from here on; null if there were none to look for.
                         */
                        searchedSince: string | null;
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    refundTransaction: {
        parameters: {
            query?: never;
            header: {
                /** @description A request that is repeated with it makes what it makes once. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                accountId: string;
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cents: number;
                    /** @description why, for the transaction history (nothing personal) */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The ledger record. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getServiceActivity: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UTC days, oldest first, none left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: components["schemas"]["ActivityDay"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDisclosureLog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisclosureLog"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDncLists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Do Not Call lists, and what is wrong with them, as sentences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A national list may be this many days old. */
                        maxAgeDays: number;
                        findings: string[];
                        lists: {
                            /** @enum {string} */
                            kind: "national" | "internal" | "litigator";
                            /** @description Null for all. */
                            areaCode: string | null;
                            /** Format: date */
                            dated: string;
                            numbers: number;
                            ageDays: number;
                            /** Format: date-time */
                            importedAt: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    importDncList: {
        parameters: {
            query: {
                name: string;
                file: "area-codes" | "full" | "change" | "internal" | "litigator";
                date: string;
                evenIfShort?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description In force from the next lookup on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Listed in the file, or added. */
                        numbers: number;
                        removed: number;
                        areaCodes: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    runDoctor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Findings as sentences; none means that all is well. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoctorCheck"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getDropStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of California's DROP, in production. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropState"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                kind?: "job.confirm" | "job.result" | "job.download" | "refund" | "credit" | "price" | "account" | "key.create" | "key.revoke" | "sign_in" | "suppression" | "people.delete" | "correction" | "command";
                accountId?: string;
                from?: string;
                to?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["LogEvent"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOperatorHome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts of what waits or failed, and the money of the day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorHome"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findAllJobs: {
        parameters: {
            query?: {
                status?: components["schemas"]["JobStatus"][];
                accountId?: string;
                jobId?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs; no file names, which may be personal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: components["schemas"]["OperatorJob"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOperatorJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, without the name of its file, which may be personal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorJobDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showJobFileName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filename: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCorrections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        corrections: components["schemas"]["OwnerCorrection"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    correctOwner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectedOwner"];
            };
        };
        responses: {
            /** @description Corrected, from the next lookup on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        correctionId: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    undoCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Undone: what sources say counts again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    explainAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                    firstName?: string;
                    lastName?: string;
                };
            };
        };
        responses: {
            /** @description The reading of the address, the candidates, and the decision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOwnerFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files, each with its last import or try. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: components["schemas"]["WaitingOwnerFile"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    uploadOwnerFile: {
        parameters: {
            query: {
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description The file as the server read its beginning. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerFile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOwnerFile: {
        parameters: {
            query?: {
                headerRow?: number;
                sheet?: string;
            };
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as uploadOwnerFile answered, or as it is read with the parameters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerFile"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteOwnerFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Thrown away; what was imported from it stays. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    importOwnerFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerImportRequest"];
            };
        };
        responses: {
            /** @description Begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    previewOwnerFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerPreviewRequest"];
            };
        };
        responses: {
            /** @description Each row that getOwnerFile shows, with its owners. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerPreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOwnerImports: {
        parameters: {
            query?: {
                state?: "running" | "done" | "failed" | "all";
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        imports: components["schemas"]["OwnerImport"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOwnerImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import, or the try. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    correctRejectedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rows: {
                        line: number;
                        /** @description Column, from 0, → its new text. The other cells stay. */
                        cells: {
                            [key: string]: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerImport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getRejectedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 100 rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedOwnerRows"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadRejects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows as they were, after their reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOwnerSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Totals, and the sources in the order in which they win. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerSources"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    setSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    priority?: number;
                    /**
                     * @description Null leaves phones without a type out of answers.
                     * @enum {string|null}
                     */
                    phoneTypeDefault?: "mobile" | "landline" | null;
                };
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    deletePerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonAndReason"];
            };
        };
        responses: {
            /** @description What was deleted, and what has to wait. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedPerson"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findDisclosures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    person?: components["schemas"]["PersonCells"];
                    /** @description an owner record by its number, instead of a person */
                    recordId?: number;
                };
            };
        };
        responses: {
            /** @description Oldest first; empty if no customer received the record while the log is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        disclosures: components["schemas"]["Disclosure"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonCells"];
            };
        };
        responses: {
            /** @description One readable document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonCells"];
            };
        };
        responses: {
            /** @description Records, files and messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundPerson"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    suppressPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    person: components["schemas"]["PersonCells"];
                    reason: components["schemas"]["Reason"];
                };
            };
        };
        responses: {
            /** @description What was added to the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressedPerson"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                state?: "unconfirmed" | "open" | "closed" | "all";
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether OPT_OUT is on. */
                        isTaking: boolean;
                        requests: components["schemas"]["PersonRequest"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRequest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    actOnRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    act: "confirm" | "extend" | "done" | "refuse" | "reopen";
                    /** @description Why; needed to refuse. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRequest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteForRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted, and what has to wait. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedPerson"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportForRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One readable document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findForRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records, files and messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundPerson"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    writeLetter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The letter, in the language of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        lines: string[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    suppressForRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was added to the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressedPerson"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    operatorSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    attempt?: components["schemas"]["SignInAttempt"];
                };
            };
        };
        responses: {
            /** @description Signed in; the session's cookie is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    operatorSignOut: {
        parameters: {
            query?: {
                everywhere?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out; the cookie is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    readOperatorSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Whom it signs in, and until when it works. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSupportMessages: {
        parameters: {
            query?: {
                state?: "open" | "done" | "all";
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["SupportMessage"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSupportMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportMessageDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    markSupportMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isDone?: boolean;
                    /** @enum {boolean} */
                    isSeen?: true;
                };
            };
        };
        responses: {
            /** @description The message as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportMessage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addSupportEntry: {
        parameters: {
            query?: never;
            header: {
                /** @description A request that is repeated with it makes what it makes once. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "note" | "reply";
                    text: string;
                };
            };
        };
        responses: {
            /** @description The message as it is now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportMessageDetails"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                all?: boolean;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, and how many there are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inForce: number;
                        lifted: number;
                        entries: components["schemas"]["Suppression"][];
                        nextCursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    person: components["schemas"]["PersonCells"];
                    reason: components["schemas"]["Reason"];
                };
            };
        };
        responses: {
            /** @description What was added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressedPerson"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    liftSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suppressionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: components["schemas"]["Reason"];
                };
            };
        };
        responses: {
            /** @description Lifted. What is known of it stays, but for whom it is about. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    confirmRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    proof: string;
                };
            };
        };
        responses: {
            /** @description Confirmed. While the request is open, confirming again changes nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reference: string;
                        /**
                         * Format: date-time
                         * @description Until when it is answered.
                         */
                        dueAt: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    submitRequest: {
        parameters: {
            query?: never;
            header: {
                /** @description A request that is repeated with it makes what it makes once. */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonRequestForm"];
            };
        };
        responses: {
            /** @description It was taken, and waits to be confirmed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Names the request in letters and mails. */
                        reference: string;
                        /**
                         * @description How the person is asked whether the request is theirs. With an email it may be a letter, too, while too many mails go out.
                         * @enum {string}
                         */
                        confirmBy: "email" | "letter";
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
