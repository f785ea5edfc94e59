// Generated from app.yaml by `npm run generate`. Do not edit.

import type { operations } from './app.js';

/** Where each operation is, whose session it needs, and whether a plain link may ask for it. */
export const appOperations = {
  "getActivity": {
    "method": "GET",
    "path": "/app/api/activity",
    "role": "customer",
    "isNavigation": false
  },
  "getColumnChoices": {
    "method": "GET",
    "path": "/app/api/column-choices/{headers}",
    "role": "customer",
    "isNavigation": false
  },
  "keepColumnChoices": {
    "method": "PUT",
    "path": "/app/api/column-choices/{headers}",
    "role": "customer",
    "isNavigation": false
  },
  "findJobs": {
    "method": "GET",
    "path": "/app/api/jobs",
    "role": "customer",
    "isNavigation": false
  },
  "getJobFile": {
    "method": "GET",
    "path": "/app/api/jobs/{jobId}/file",
    "role": "customer",
    "isNavigation": false
  },
  "getJobRows": {
    "method": "GET",
    "path": "/app/api/jobs/{jobId}/rows",
    "role": "customer",
    "isNavigation": false
  },
  "listKeys": {
    "method": "GET",
    "path": "/app/api/keys",
    "role": "customer",
    "isNavigation": false
  },
  "createKey": {
    "method": "POST",
    "path": "/app/api/keys",
    "role": "customer",
    "isNavigation": false
  },
  "revokeKey": {
    "method": "DELETE",
    "path": "/app/api/keys/{keyId}",
    "role": "customer",
    "isNavigation": false
  },
  "lookUpProperty": {
    "method": "POST",
    "path": "/app/api/lookups",
    "role": "customer",
    "isNavigation": false
  },
  "getPreferences": {
    "method": "GET",
    "path": "/app/api/preferences",
    "role": "customer",
    "isNavigation": false
  },
  "changePreferences": {
    "method": "PATCH",
    "path": "/app/api/preferences",
    "role": "customer",
    "isNavigation": false
  },
  "deleteSavedLookups": {
    "method": "DELETE",
    "path": "/app/api/saved-lookups",
    "role": "customer",
    "isNavigation": false
  },
  "downloadSavedLookups": {
    "method": "GET",
    "path": "/app/api/saved-lookups.csv",
    "role": "customer",
    "isNavigation": true
  },
  "findSavedLookup": {
    "method": "POST",
    "path": "/app/api/saved-lookups/find",
    "role": "customer",
    "isNavigation": false
  },
  "searchSavedLookups": {
    "method": "POST",
    "path": "/app/api/saved-lookups/search",
    "role": "customer",
    "isNavigation": false
  },
  "deleteSavedLookup": {
    "method": "DELETE",
    "path": "/app/api/saved-lookups/{lookupId}",
    "role": "customer",
    "isNavigation": false
  },
  "getSession": {
    "method": "GET",
    "path": "/app/api/session",
    "role": "customer",
    "isNavigation": false
  },
  "signIn": {
    "method": "POST",
    "path": "/app/api/session",
    "role": "anyone",
    "isNavigation": false
  },
  "signOut": {
    "method": "DELETE",
    "path": "/app/api/session",
    "role": "customer",
    "isNavigation": false
  },
  "getAppSettings": {
    "method": "GET",
    "path": "/app/api/settings",
    "role": "anyone",
    "isNavigation": false
  },
  "readSignInLink": {
    "method": "POST",
    "path": "/app/api/sign-in-link",
    "role": "anyone",
    "isNavigation": false
  },
  "sendSignInLink": {
    "method": "POST",
    "path": "/app/api/sign-in-links",
    "role": "anyone",
    "isNavigation": false
  },
  "getTermsOfUse": {
    "method": "GET",
    "path": "/app/api/terms",
    "role": "customer",
    "isNavigation": false
  },
  "acceptTermsOfUse": {
    "method": "POST",
    "path": "/app/api/terms",
    "role": "customer",
    "isNavigation": false
  },
  "listTransactions": {
    "method": "GET",
    "path": "/app/api/transactions",
    "role": "customer",
    "isNavigation": false
  },
  "downloadTransactions": {
    "method": "GET",
    "path": "/app/api/transactions.csv",
    "role": "customer",
    "isNavigation": true
  },
  "listWebhookDeliveries": {
    "method": "GET",
    "path": "/app/api/webhook-deliveries",
    "role": "customer",
    "isNavigation": false
  },
  "replayWebhook": {
    "method": "POST",
    "path": "/app/api/webhook-deliveries/{deliveryId}/replay",
    "role": "customer",
    "isNavigation": false
  },
  "listWebhooks": {
    "method": "GET",
    "path": "/app/api/webhooks",
    "role": "customer",
    "isNavigation": false
  },
  "createWebhook": {
    "method": "POST",
    "path": "/app/api/webhooks",
    "role": "customer",
    "isNavigation": false
  },
  "deleteWebhook": {
    "method": "DELETE",
    "path": "/app/api/webhooks/{webhookId}",
    "role": "customer",
    "isNavigation": false
  },
  "findAccounts": {
    "method": "GET",
    "path": "/operator/api/accounts",
    "role": "operator",
    "isNavigation": false
  },
  "createAccount": {
    "method": "POST",
    "path": "/operator/api/accounts",
    "role": "operator",
    "isNavigation": false
  },
  "getOperatorAccount": {
    "method": "GET",
    "path": "/operator/api/accounts/{accountId}",
    "role": "operator",
    "isNavigation": false
  },
  "changeAccount": {
    "method": "PATCH",
    "path": "/operator/api/accounts/{accountId}",
    "role": "operator",
    "isNavigation": false
  },
  "addCredit": {
    "method": "POST",
    "path": "/operator/api/accounts/{accountId}/credits",
    "role": "operator",
    "isNavigation": false
  },
  "revokeCustomerKey": {
    "method": "DELETE",
    "path": "/operator/api/accounts/{accountId}/keys/{keyId}",
    "role": "operator",
    "isNavigation": false
  },
  "listPriceChanges": {
    "method": "GET",
    "path": "/operator/api/accounts/{accountId}/price-changes",
    "role": "operator",
    "isNavigation": false
  },
  "createCustomerSignInLink": {
    "method": "POST",
    "path": "/operator/api/accounts/{accountId}/sign-in-links",
    "role": "operator",
    "isNavigation": false
  },
  "listCustomerTransactions": {
    "method": "GET",
    "path": "/operator/api/accounts/{accountId}/transactions",
    "role": "operator",
    "isNavigation": false
  },
  "refundTransaction": {
    "method": "POST",
    "path": "/operator/api/accounts/{accountId}/transactions/{transactionId}/refund",
    "role": "operator",
    "isNavigation": false
  },
  "getServiceActivity": {
    "method": "GET",
    "path": "/operator/api/activity",
    "role": "operator",
    "isNavigation": false
  },
  "getDisclosureLog": {
    "method": "GET",
    "path": "/operator/api/disclosure-log",
    "role": "operator",
    "isNavigation": false
  },
  "getDncLists": {
    "method": "GET",
    "path": "/operator/api/dnc",
    "role": "operator",
    "isNavigation": false
  },
  "importDncList": {
    "method": "POST",
    "path": "/operator/api/dnc",
    "role": "operator",
    "isNavigation": false
  },
  "runDoctor": {
    "method": "POST",
    "path": "/operator/api/doctor",
    "role": "operator",
    "isNavigation": false
  },
  "getDropStatus": {
    "method": "GET",
    "path": "/operator/api/drop",
    "role": "operator",
    "isNavigation": false
  },
  "listEvents": {
    "method": "GET",
    "path": "/operator/api/events",
    "role": "operator",
    "isNavigation": false
  },
  "getHealth": {
    "method": "GET",
    "path": "/operator/api/health",
    "role": "operator",
    "isNavigation": false
  },
  "getOperatorHome": {
    "method": "GET",
    "path": "/operator/api/home",
    "role": "operator",
    "isNavigation": false
  },
  "findAllJobs": {
    "method": "GET",
    "path": "/operator/api/jobs",
    "role": "operator",
    "isNavigation": false
  },
  "getOperatorJob": {
    "method": "GET",
    "path": "/operator/api/jobs/{jobId}",
    "role": "operator",
    "isNavigation": false
  },
  "showJobFileName": {
    "method": "POST",
    "path": "/operator/api/jobs/{jobId}/file-name",
    "role": "operator",
    "isNavigation": false
  },
  "listCorrections": {
    "method": "GET",
    "path": "/operator/api/owners/corrections",
    "role": "operator",
    "isNavigation": false
  },
  "correctOwner": {
    "method": "POST",
    "path": "/operator/api/owners/corrections",
    "role": "operator",
    "isNavigation": false
  },
  "undoCorrection": {
    "method": "DELETE",
    "path": "/operator/api/owners/corrections/{correctionId}",
    "role": "operator",
    "isNavigation": false
  },
  "explainAddress": {
    "method": "POST",
    "path": "/operator/api/owners/explain",
    "role": "operator",
    "isNavigation": false
  },
  "listOwnerFiles": {
    "method": "GET",
    "path": "/operator/api/owners/files",
    "role": "operator",
    "isNavigation": false
  },
  "uploadOwnerFile": {
    "method": "POST",
    "path": "/operator/api/owners/files",
    "role": "operator",
    "isNavigation": false
  },
  "getOwnerFile": {
    "method": "GET",
    "path": "/operator/api/owners/files/{fileId}",
    "role": "operator",
    "isNavigation": false
  },
  "deleteOwnerFile": {
    "method": "DELETE",
    "path": "/operator/api/owners/files/{fileId}",
    "role": "operator",
    "isNavigation": false
  },
  "importOwnerFile": {
    "method": "POST",
    "path": "/operator/api/owners/files/{fileId}/imports",
    "role": "operator",
    "isNavigation": false
  },
  "previewOwnerFile": {
    "method": "POST",
    "path": "/operator/api/owners/files/{fileId}/preview",
    "role": "operator",
    "isNavigation": false
  },
  "listOwnerImports": {
    "method": "GET",
    "path": "/operator/api/owners/imports",
    "role": "operator",
    "isNavigation": false
  },
  "getOwnerImport": {
    "method": "GET",
    "path": "/operator/api/owners/imports/{importId}",
    "role": "operator",
    "isNavigation": false
  },
  "correctRejectedRows": {
    "method": "POST",
    "path": "/operator/api/owners/imports/{importId}/corrections",
    "role": "operator",
    "isNavigation": false
  },
  "getRejectedRows": {
    "method": "GET",
    "path": "/operator/api/owners/imports/{importId}/rejects",
    "role": "operator",
    "isNavigation": false
  },
  "downloadRejects": {
    "method": "GET",
    "path": "/operator/api/owners/imports/{importId}/rejects.csv",
    "role": "operator",
    "isNavigation": true
  },
  "listOwnerSources": {
    "method": "GET",
    "path": "/operator/api/owners/sources",
    "role": "operator",
    "isNavigation": false
  },
  "deleteSource": {
    "method": "DELETE",
    "path": "/operator/api/owners/sources/{source}",
    "role": "operator",
    "isNavigation": false
  },
  "setSource": {
    "method": "PATCH",
    "path": "/operator/api/owners/sources/{source}",
    "role": "operator",
    "isNavigation": false
  },
  "deletePerson": {
    "method": "POST",
    "path": "/operator/api/people/deletion",
    "role": "operator",
    "isNavigation": false
  },
  "findDisclosures": {
    "method": "POST",
    "path": "/operator/api/people/disclosures",
    "role": "operator",
    "isNavigation": false
  },
  "exportPerson": {
    "method": "POST",
    "path": "/operator/api/people/export",
    "role": "operator",
    "isNavigation": false
  },
  "findPerson": {
    "method": "POST",
    "path": "/operator/api/people/found",
    "role": "operator",
    "isNavigation": false
  },
  "suppressPerson": {
    "method": "POST",
    "path": "/operator/api/people/suppression",
    "role": "operator",
    "isNavigation": false
  },
  "listRequests": {
    "method": "GET",
    "path": "/operator/api/requests",
    "role": "operator",
    "isNavigation": false
  },
  "getRequest": {
    "method": "GET",
    "path": "/operator/api/requests/{requestId}",
    "role": "operator",
    "isNavigation": false
  },
  "actOnRequest": {
    "method": "PATCH",
    "path": "/operator/api/requests/{requestId}",
    "role": "operator",
    "isNavigation": false
  },
  "deleteForRequest": {
    "method": "POST",
    "path": "/operator/api/requests/{requestId}/deletion",
    "role": "operator",
    "isNavigation": false
  },
  "exportForRequest": {
    "method": "POST",
    "path": "/operator/api/requests/{requestId}/export",
    "role": "operator",
    "isNavigation": false
  },
  "findForRequest": {
    "method": "POST",
    "path": "/operator/api/requests/{requestId}/found",
    "role": "operator",
    "isNavigation": false
  },
  "writeLetter": {
    "method": "POST",
    "path": "/operator/api/requests/{requestId}/letter",
    "role": "operator",
    "isNavigation": false
  },
  "suppressForRequest": {
    "method": "POST",
    "path": "/operator/api/requests/{requestId}/suppression",
    "role": "operator",
    "isNavigation": false
  },
  "getOperatorSession": {
    "method": "GET",
    "path": "/operator/api/session",
    "role": "operator",
    "isNavigation": false
  },
  "operatorSignIn": {
    "method": "POST",
    "path": "/operator/api/session",
    "role": "anyone",
    "isNavigation": false
  },
  "operatorSignOut": {
    "method": "DELETE",
    "path": "/operator/api/session",
    "role": "operator",
    "isNavigation": false
  },
  "readOperatorSignInLink": {
    "method": "POST",
    "path": "/operator/api/sign-in-link",
    "role": "anyone",
    "isNavigation": false
  },
  "listSupportMessages": {
    "method": "GET",
    "path": "/operator/api/support",
    "role": "operator",
    "isNavigation": false
  },
  "getSupportMessage": {
    "method": "GET",
    "path": "/operator/api/support/{messageId}",
    "role": "operator",
    "isNavigation": false
  },
  "markSupportMessage": {
    "method": "PATCH",
    "path": "/operator/api/support/{messageId}",
    "role": "operator",
    "isNavigation": false
  },
  "addSupportEntry": {
    "method": "POST",
    "path": "/operator/api/support/{messageId}/entries",
    "role": "operator",
    "isNavigation": false
  },
  "listSuppressions": {
    "method": "GET",
    "path": "/operator/api/suppressions",
    "role": "operator",
    "isNavigation": false
  },
  "addSuppression": {
    "method": "POST",
    "path": "/operator/api/suppressions",
    "role": "operator",
    "isNavigation": false
  },
  "liftSuppression": {
    "method": "POST",
    "path": "/operator/api/suppressions/{suppressionId}/lift",
    "role": "operator",
    "isNavigation": false
  },
  "confirmRequest": {
    "method": "POST",
    "path": "/opt-out/api/confirmations",
    "role": "anyone",
    "isNavigation": false
  },
  "submitRequest": {
    "method": "POST",
    "path": "/opt-out/api/requests",
    "role": "anyone",
    "isNavigation": false
  }
} as const satisfies Record<keyof operations, unknown>;
