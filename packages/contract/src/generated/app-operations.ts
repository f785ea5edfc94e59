// Generated from app.yaml by `npm run generate`. Do not edit.

import type { operations } from './app.js';

/** Where each operation is, and whose session it needs. */
export const appOperations = {
  "getAppSettings": {
    "method": "GET",
    "path": "/app/api/settings",
    "role": "nobody"
  },
  "getSession": {
    "method": "GET",
    "path": "/app/api/session",
    "role": "customer"
  },
  "signIn": {
    "method": "POST",
    "path": "/app/api/session",
    "role": "nobody"
  },
  "signOut": {
    "method": "DELETE",
    "path": "/app/api/session",
    "role": "customer"
  },
  "sendSignInLink": {
    "method": "POST",
    "path": "/app/api/sign-in-links",
    "role": "nobody"
  },
  "getActivity": {
    "method": "GET",
    "path": "/app/api/activity",
    "role": "customer"
  },
  "listTransactions": {
    "method": "GET",
    "path": "/app/api/transactions",
    "role": "customer"
  },
  "downloadTransactions": {
    "method": "GET",
    "path": "/app/api/transactions.csv",
    "role": "customer"
  },
  "listKeys": {
    "method": "GET",
    "path": "/app/api/keys",
    "role": "customer"
  },
  "createKey": {
    "method": "POST",
    "path": "/app/api/keys",
    "role": "customer"
  },
  "revokeKey": {
    "method": "DELETE",
    "path": "/app/api/keys/{keyId}",
    "role": "customer"
  },
  "findJobs": {
    "method": "GET",
    "path": "/app/api/jobs",
    "role": "customer"
  },
  "getOperatorSession": {
    "method": "GET",
    "path": "/operator/api/session",
    "role": "operator"
  },
  "operatorSignIn": {
    "method": "POST",
    "path": "/operator/api/session",
    "role": "nobody"
  },
  "operatorSignOut": {
    "method": "DELETE",
    "path": "/operator/api/session",
    "role": "operator"
  },
  "findAccounts": {
    "method": "GET",
    "path": "/operator/api/accounts",
    "role": "operator"
  },
  "createAccount": {
    "method": "POST",
    "path": "/operator/api/accounts",
    "role": "operator"
  },
  "getOperatorAccount": {
    "method": "GET",
    "path": "/operator/api/accounts/{accountId}",
    "role": "operator"
  },
  "changeAccount": {
    "method": "PATCH",
    "path": "/operator/api/accounts/{accountId}",
    "role": "operator"
  },
  "addCredit": {
    "method": "POST",
    "path": "/operator/api/accounts/{accountId}/credits",
    "role": "operator"
  },
  "createCustomerSignInLink": {
    "method": "POST",
    "path": "/operator/api/accounts/{accountId}/sign-in-links",
    "role": "operator"
  },
  "revokeCustomerKey": {
    "method": "DELETE",
    "path": "/operator/api/accounts/{accountId}/keys/{keyId}",
    "role": "operator"
  },
  "listOwnerSources": {
    "method": "GET",
    "path": "/operator/api/owners/sources",
    "role": "operator"
  },
  "deleteSource": {
    "method": "DELETE",
    "path": "/operator/api/owners/sources/{source}",
    "role": "operator"
  },
  "setSourcePriority": {
    "method": "PATCH",
    "path": "/operator/api/owners/sources/{source}",
    "role": "operator"
  },
  "listOwnerFiles": {
    "method": "GET",
    "path": "/operator/api/owners/files",
    "role": "operator"
  },
  "uploadOwnerFile": {
    "method": "POST",
    "path": "/operator/api/owners/files",
    "role": "operator"
  },
  "getOwnerFile": {
    "method": "GET",
    "path": "/operator/api/owners/files/{fileId}",
    "role": "operator"
  },
  "deleteOwnerFile": {
    "method": "DELETE",
    "path": "/operator/api/owners/files/{fileId}",
    "role": "operator"
  },
  "importOwnerFile": {
    "method": "POST",
    "path": "/operator/api/owners/files/{fileId}/imports",
    "role": "operator"
  },
  "getOwnerImport": {
    "method": "GET",
    "path": "/operator/api/owners/imports/{importId}",
    "role": "operator"
  },
  "downloadRejects": {
    "method": "GET",
    "path": "/operator/api/owners/imports/{importId}/rejects.csv",
    "role": "operator"
  },
  "explainAddress": {
    "method": "POST",
    "path": "/operator/api/owners/explain",
    "role": "operator"
  },
  "findAllJobs": {
    "method": "GET",
    "path": "/operator/api/jobs",
    "role": "operator"
  },
  "listSupportMessages": {
    "method": "GET",
    "path": "/operator/api/support",
    "role": "operator"
  },
  "markSupportMessage": {
    "method": "PATCH",
    "path": "/operator/api/support/{messageId}",
    "role": "operator"
  },
  "getHealth": {
    "method": "GET",
    "path": "/operator/api/health",
    "role": "operator"
  },
  "runDoctor": {
    "method": "POST",
    "path": "/operator/api/doctor",
    "role": "operator"
  },
  "getServiceActivity": {
    "method": "GET",
    "path": "/operator/api/activity",
    "role": "operator"
  }
} as const satisfies Record<keyof operations, unknown>;
