// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { CallPolicy, OperationPolicy } from '../policy.js';
import type { operations } from './openapi.js';

/** The policy of every operation, from the x-skiptrace-* extensions of openapi.yaml. */
export const operationPolicies = {
  "skipTraceSingle": {
    "method": "POST",
    "path": "/api/v1/skip-trace",
    "summary": "Look up one address",
    "money": "charges",
    "priceCents": 4,
    "safety": "charged",
    "idempotency": "key",
    "idempotencyKey": true,
    "rateLimit": {
      "name": "single",
      "limit": 500,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": false
    },
    "security": "key",
    "statuses": [
      200,
      400,
      401,
      402,
      429,
      500
    ]
  },
  "skipTraceBulk": {
    "method": "POST",
    "path": "/api/v1/skip-trace-bulk",
    "summary": "Look up 1 to 100 addresses",
    "money": "charges",
    "priceCents": 4,
    "safety": "charged",
    "idempotency": "key",
    "idempotencyKey": true,
    "rateLimit": {
      "name": "bulk",
      "limit": 250,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": false
    },
    "security": "key",
    "statuses": [
      200,
      400,
      401,
      402,
      429,
      500
    ]
  },
  "getAccount": {
    "method": "GET",
    "path": "/api/user/account",
    "summary": "Read your account",
    "money": "free",
    "priceCents": null,
    "safety": "safe",
    "idempotency": "inherent",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "account",
      "limit": 600,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": false
    },
    "security": "key",
    "statuses": [
      200,
      401,
      429,
      500
    ]
  },
  "listDeliveries": {
    "method": "GET",
    "path": "/api/user/webhook-deliveries",
    "summary": "Read what was told to your webhook endpoints",
    "money": "free",
    "priceCents": null,
    "safety": "safe",
    "idempotency": "inherent",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "account",
      "limit": 600,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": false
    },
    "security": "key",
    "statuses": [
      200,
      401,
      429,
      500
    ]
  },
  "listSkipTraceJobs": {
    "method": "GET",
    "path": "/api/user/skip-trace",
    "summary": "List the 50 most recent jobs",
    "money": "free",
    "priceCents": null,
    "safety": "safe",
    "idempotency": "inherent",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "jobs",
      "limit": 3000,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": true
    },
    "security": "key",
    "statuses": [
      200,
      400,
      401,
      429,
      500
    ]
  },
  "createSkipTraceJob": {
    "method": "POST",
    "path": "/api/user/skip-trace",
    "summary": "Create a CSV job",
    "money": "free",
    "priceCents": null,
    "safety": "repeatable",
    "idempotency": "key",
    "idempotencyKey": true,
    "rateLimit": {
      "name": "jobs",
      "limit": 3000,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": true
    },
    "security": "key",
    "statuses": [
      201,
      400,
      401,
      429,
      500
    ]
  },
  "getSkipTraceJob": {
    "method": "GET",
    "path": "/api/user/skip-trace/{jobId}",
    "summary": "Read one job",
    "money": "free",
    "priceCents": null,
    "safety": "safe",
    "idempotency": "inherent",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "jobs",
      "limit": 3000,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": true
    },
    "security": "key",
    "statuses": [
      200,
      401,
      404,
      429,
      500
    ]
  },
  "uploadSkipTraceJobFile": {
    "method": "POST",
    "path": "/api/user/skip-trace/{jobId}/upload",
    "summary": "Upload a job's CSV file (uploadMethod direct)",
    "money": "free",
    "priceCents": null,
    "safety": "repeatable",
    "idempotency": "state",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "jobs",
      "limit": 3000,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": true
    },
    "security": "key",
    "statuses": [
      200,
      400,
      401,
      404,
      409,
      429,
      500
    ]
  },
  "markSkipTraceJobUploaded": {
    "method": "POST",
    "path": "/api/user/skip-trace/{jobId}/uploaded",
    "summary": "Finish an upload (uploadMethod presigned)",
    "money": "free",
    "priceCents": null,
    "safety": "repeatable",
    "idempotency": "state",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "jobs",
      "limit": 3000,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": true
    },
    "security": "key",
    "statuses": [
      200,
      401,
      404,
      409,
      429,
      500
    ]
  },
  "confirmSkipTraceJob": {
    "method": "POST",
    "path": "/api/user/skip-trace/{jobId}/confirm",
    "summary": "Confirm and pay for a job",
    "money": "charges",
    "priceCents": 4,
    "safety": "charged",
    "idempotency": "state",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "jobs",
      "limit": 3000,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": true
    },
    "security": "key",
    "statuses": [
      200,
      401,
      402,
      404,
      409,
      429,
      500
    ]
  },
  "cancelSkipTraceJob": {
    "method": "POST",
    "path": "/api/user/skip-trace/{jobId}/cancel",
    "summary": "Cancel a job",
    "money": "free",
    "priceCents": null,
    "safety": "repeatable",
    "idempotency": "state",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "jobs",
      "limit": 3000,
      "windowSeconds": 60,
      "scope": "account",
      "configurable": true
    },
    "security": "key",
    "statuses": [
      200,
      401,
      404,
      409,
      429,
      500
    ]
  },
  "sendContactMessage": {
    "method": "POST",
    "path": "/api/contact",
    "summary": "Send a message to the support team",
    "money": "free",
    "priceCents": null,
    "safety": "repeatable",
    "idempotency": "none",
    "idempotencyKey": false,
    "rateLimit": {
      "name": "contact",
      "limit": 5,
      "windowSeconds": 900,
      "scope": "ip",
      "configurable": false
    },
    "security": "public",
    "statuses": [
      200,
      400,
      429,
      500
    ]
  }
} as const satisfies Record<keyof operations, OperationPolicy>;

/** What a client needs of them while it runs, and no more: it goes into the bundle of the SDK. */
export const callPolicies = {
  "skipTraceSingle": {
    "method": "POST",
    "path": "/api/v1/skip-trace",
    "money": "charges",
    "priceCents": 4,
    "idempotency": "key",
    "limit": "single",
    "security": "key"
  },
  "skipTraceBulk": {
    "method": "POST",
    "path": "/api/v1/skip-trace-bulk",
    "money": "charges",
    "priceCents": 4,
    "idempotency": "key",
    "limit": "bulk",
    "security": "key"
  },
  "getAccount": {
    "method": "GET",
    "path": "/api/user/account",
    "money": "free",
    "priceCents": null,
    "idempotency": "inherent",
    "limit": "account",
    "security": "key"
  },
  "listDeliveries": {
    "method": "GET",
    "path": "/api/user/webhook-deliveries",
    "money": "free",
    "priceCents": null,
    "idempotency": "inherent",
    "limit": "account",
    "security": "key"
  },
  "listSkipTraceJobs": {
    "method": "GET",
    "path": "/api/user/skip-trace",
    "money": "free",
    "priceCents": null,
    "idempotency": "inherent",
    "limit": "jobs",
    "security": "key"
  },
  "createSkipTraceJob": {
    "method": "POST",
    "path": "/api/user/skip-trace",
    "money": "free",
    "priceCents": null,
    "idempotency": "key",
    "limit": "jobs",
    "security": "key"
  },
  "getSkipTraceJob": {
    "method": "GET",
    "path": "/api/user/skip-trace/{jobId}",
    "money": "free",
    "priceCents": null,
    "idempotency": "inherent",
    "limit": "jobs",
    "security": "key"
  },
  "uploadSkipTraceJobFile": {
    "method": "POST",
    "path": "/api/user/skip-trace/{jobId}/upload",
    "money": "free",
    "priceCents": null,
    "idempotency": "state",
    "limit": "jobs",
    "security": "key"
  },
  "markSkipTraceJobUploaded": {
    "method": "POST",
    "path": "/api/user/skip-trace/{jobId}/uploaded",
    "money": "free",
    "priceCents": null,
    "idempotency": "state",
    "limit": "jobs",
    "security": "key"
  },
  "confirmSkipTraceJob": {
    "method": "POST",
    "path": "/api/user/skip-trace/{jobId}/confirm",
    "money": "charges",
    "priceCents": 4,
    "idempotency": "state",
    "limit": "jobs",
    "security": "key"
  },
  "cancelSkipTraceJob": {
    "method": "POST",
    "path": "/api/user/skip-trace/{jobId}/cancel",
    "money": "free",
    "priceCents": null,
    "idempotency": "state",
    "limit": "jobs",
    "security": "key"
  },
  "sendContactMessage": {
    "method": "POST",
    "path": "/api/contact",
    "money": "free",
    "priceCents": null,
    "idempotency": "none",
    "limit": "contact",
    "security": "public"
  }
} as const satisfies Record<keyof operations, CallPolicy>;
