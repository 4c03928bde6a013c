import { z } from 'zod'
import { StoredUid } from './fields.ts'
import { defineRoute } from './route.ts'

/**
 * DICOMweb (PS3.18), for other viewers and archives. Query keys are DICOM attributes, so the
 * handlers read them and they are not declared here; an unknown attribute is rejected.
 */
const json = 'application/dicom+json'
const multipart = 'multipart/related'
const study = z.object({ study: StoredUid })
const series = study.extend({ series: StoredUid })
const instance = series.extend({ instance: StoredUid })
const frames = instance.extend({ frames: z.string().regex(/^\d{1,6}(?:,\d{1,6})*$/u) })
const bulk = instance.extend({
  path: z.string().regex(/^[0-9A-Fa-f]{8}(?:\.\d+\.[0-9A-Fa-f]{8})*$/u),
})

const studyPath = '/dicom-web/studies/:study' as const
const seriesPath = `${studyPath}/series/:series` as const
const instancePath = `${seriesPath}/instances/:instance` as const

const read = { method: 'GET', needs: 'study.read', clinic: 'reach' } as const
const query = { ...read, serviceRight: 'query' } as const
const retrieve = { ...read, serviceRight: 'retrieve' } as const
const store = {
  method: 'POST',
  needs: 'study.write',
  clinic: 'reach',
  serviceRight: 'store',
  stream: [multipart, 'application/dicom'],
  produces: json,
} as const
const search = (summary: string) => ({ ...query, summary, produces: json }) as const
const metadata = (summary: string) => ({ ...retrieve, summary, produces: json }) as const
const objects = (summary: string) => ({ ...retrieve, summary, produces: multipart }) as const
const rendered = (summary: string) => ({ ...retrieve, summary, produces: 'image/jpeg' }) as const

export const dicomWebRoutes = {
  studies: defineRoute({ ...search('Studies'), path: '/dicom-web/studies' }),
  series: defineRoute({ ...search('Series of every study'), path: '/dicom-web/series' }),
  instances: defineRoute({ ...search('Instances of every study'), path: '/dicom-web/instances' }),
  seriesOfStudy: defineRoute({
    ...search('Series of a study'),
    path: `${studyPath}/series`,
    params: study,
  }),
  instancesOfStudy: defineRoute({
    ...search('Instances of a study'),
    path: `${studyPath}/instances`,
    params: study,
  }),
  instancesOfSeries: defineRoute({
    ...search('Instances of a series'),
    path: `${seriesPath}/instances`,
    params: series,
  }),
  study: defineRoute({ ...objects('A study as it is stored'), path: studyPath, params: study }),
  oneSeries: defineRoute({
    ...objects('A series as it is stored'),
    path: seriesPath,
    params: series,
  }),
  instance: defineRoute({
    ...objects('An instance as it is stored'),
    path: instancePath,
    params: instance,
  }),
  studyMetadata: defineRoute({
    ...metadata('The attributes of a study’s instances'),
    path: `${studyPath}/metadata`,
    params: study,
  }),
  seriesMetadata: defineRoute({
    ...metadata('The attributes of a series’ instances'),
    path: `${seriesPath}/metadata`,
    params: series,
  }),
  instanceMetadata: defineRoute({
    ...metadata('The attributes of an instance'),
    path: `${instancePath}/metadata`,
    params: instance,
  }),
  frames: defineRoute({
    ...objects('Frames of an instance, as stored or in the requested transfer syntax'),
    path: `${instancePath}/frames/:frames`,
    params: frames,
  }),
  bulkData: defineRoute({
    ...objects('A long value of an instance'),
    path: `${instancePath}/bulkdata/:path`,
    params: bulk,
  }),
  renderedStudy: defineRoute({
    ...rendered('A rendered image of a study'),
    path: `${studyPath}/rendered`,
    params: study,
  }),
  renderedSeries: defineRoute({
    ...rendered('A rendered image of a series'),
    path: `${seriesPath}/rendered`,
    params: series,
  }),
  rendered: defineRoute({
    ...rendered('An instance as a rendered image'),
    path: `${instancePath}/rendered`,
    params: instance,
  }),
  renderedFrames: defineRoute({
    ...rendered('A frame as a rendered image'),
    path: `${instancePath}/frames/:frames/rendered`,
    params: frames,
  }),
  studyThumbnail: defineRoute({
    ...rendered('A thumbnail of a study'),
    path: `${studyPath}/thumbnail`,
    params: study,
  }),
  seriesThumbnail: defineRoute({
    ...rendered('A thumbnail of a series'),
    path: `${seriesPath}/thumbnail`,
    params: series,
  }),
  thumbnail: defineRoute({
    ...rendered('A thumbnail of an instance'),
    path: `${instancePath}/thumbnail`,
    params: instance,
  }),
  store: defineRoute({ ...store, path: '/dicom-web/studies', summary: 'Store instances' }),
  storeInStudy: defineRoute({
    ...store,
    path: studyPath,
    summary: 'Store instances of a study',
    params: study,
  }),
}
