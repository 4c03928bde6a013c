import { pageSettings } from '../../../api/page-settings.ts'

/** The address by which this page was opened also reaches DICOMweb. */
export const getDicomWebUrl = (): string =>
  new URL(`${pageSettings.apiBase}dicom-web`, window.location.origin).href

/** Whether other computers cannot use the address. */
export const isOnlyHere = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
