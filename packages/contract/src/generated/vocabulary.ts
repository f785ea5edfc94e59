// Generated from openapi.yaml by `npm run generate`. Do not edit.

export const JOB_STATUSES = [
  "pending",
  "uploaded",
  "processing",
  "preview",
  "confirmed",
  "generating",
  "completed",
  "failed",
  "cancelled"
] as const;

export const UPLOAD_METHODS = [
  "presigned",
  "direct"
] as const;

export const PHONE_TYPES = [
  "mobile",
  "landline"
] as const;

export const CONTACT_REASONS = [
  "Login Issues",
  "General",
  "Other"
] as const;

/** Limits of the service, from x-skiptrace-limits. */
export const limits = {
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
} as const;
