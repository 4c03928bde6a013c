/** A study, a series or an instance, by its UIDs. */
export interface Place {
  readonly study: string
  readonly series?: string | undefined
  readonly instance?: string | undefined
}

export type AddressOf = (place: Place) => string

/**
 * Addresses without a host (PS3.5 6.2, UR: "both absolute and relative URIs are permitted"): they lead
 * back through whatever proxy the question came by, and no Host header gets into an answer.
 */
export const addressesBelow =
  (apiBase: string): AddressOf =>
  ({ study, series, instance }) =>
    `${apiBase}dicom-web/studies/${study}` +
    (series === undefined ? '' : `/series/${series}`) +
    (instance === undefined ? '' : `/instances/${instance}`)
