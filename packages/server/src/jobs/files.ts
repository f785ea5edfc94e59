/** Names in the file store: a folder a job. */

/** An upload never replaces another in place, so that a file that is being read does not change. */
export const uploadName = (jobId: string, version: string): string => `${jobId}/upload-${version}`;

/** Part `index` of the sidecar (pipeline/sidecar.ts). */
export const matchesName = (jobId: string, index: number): string => `${jobId}/matches-${index}`;

/** The enriched file: made again it is the same. */
export const resultName = (jobId: string): string => `${jobId}/result`;
