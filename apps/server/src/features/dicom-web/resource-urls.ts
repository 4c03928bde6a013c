/** A study, a series or an instance, by its UIDs. */
export interface DicomResource {
  readonly study: string
  readonly series?: string | undefined
  readonly instance?: string | undefined
}

export type BuildUrl = (resource: DicomResource) => string

/**
 * Creates URLs without a host (PS3.5 6.2, UR: "both absolute and relative URIs are permitted"):
 * they work through any proxy that the request came through, and no Host header gets into a
 * response.
 */
export const createUrlBuilder =
  (apiBase: string): BuildUrl =>
  ({ study, series, instance }) =>
    `${apiBase}dicom-web/studies/${study}` +
    (series === undefined ? '' : `/series/${series}`) +
    (instance === undefined ? '' : `/instances/${instance}`)
