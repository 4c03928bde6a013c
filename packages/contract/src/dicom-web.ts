import { z } from 'zod'
import { Uid } from './fields.ts'
import { route } from './route.ts'

/**
 * DICOMweb (PS3.18): what other viewers and archives speak. Query keys are attributes, so they are
 * read by the handlers and not declared here; a name that is no attribute is refused.
 */
const json = 'application/dicom+json'
const multipart = 'multipart/related'
const study = z.object({ study: Uid })
const series = study.extend({ series: Uid })
const instance = series.extend({ instance: Uid })
const frames = instance.extend({ frames: z.string().regex(/^\d{1,6}(?:,\d{1,6})*$/u) })
const bulk = instance.extend({
  path: z.string().regex(/^[0-9A-Fa-f]{8}(?:\.\d+\.[0-9A-Fa-f]{8})*$/u),
})

const studyPath = '/dicom-web/studies/:study' as const
const seriesPath = `${studyPath}/series/:series` as const
const instancePath = `${seriesPath}/instances/:instance` as const

const read = { method: 'GET', needs: 'study.read', clinic: 'reach' } as const
const store = {
  method: 'POST',
  needs: 'study.write',
  clinic: 'reach',
  stream: [multipart, 'application/dicom'],
  produces: json,
} as const
const search = (summary: string) => ({ ...read, summary, produces: json }) as const
const objects = (summary: string) => ({ ...read, summary, produces: multipart }) as const
const picture = (summary: string) => ({ ...read, summary, produces: 'image/jpeg' }) as const

export const dicomWebRoutes = {
  studies: route({ ...search('Studies'), path: '/dicom-web/studies' }),
  series: route({ ...search('Series of every study'), path: '/dicom-web/series' }),
  instances: route({ ...search('Instances of every study'), path: '/dicom-web/instances' }),
  seriesOfStudy: route({
    ...search('Series of a study'),
    path: `${studyPath}/series`,
    params: study,
  }),
  instancesOfStudy: route({
    ...search('Instances of a study'),
    path: `${studyPath}/instances`,
    params: study,
  }),
  instancesOfSeries: route({
    ...search('Instances of a series'),
    path: `${seriesPath}/instances`,
    params: series,
  }),
  study: route({ ...objects('A study as it is stored'), path: studyPath, params: study }),
  oneSeries: route({ ...objects('A series as it is stored'), path: seriesPath, params: series }),
  instance: route({
    ...objects('An instance as it is stored'),
    path: instancePath,
    params: instance,
  }),
  studyMetadata: route({
    ...search('The attributes of a study’s instances'),
    path: `${studyPath}/metadata`,
    params: study,
  }),
  seriesMetadata: route({
    ...search('The attributes of a series’ instances'),
    path: `${seriesPath}/metadata`,
    params: series,
  }),
  instanceMetadata: route({
    ...search('The attributes of an instance'),
    path: `${instancePath}/metadata`,
    params: instance,
  }),
  frames: route({
    ...objects('Frames of an instance, as stored or in the syntax asked for'),
    path: `${instancePath}/frames/:frames`,
    params: frames,
  }),
  bulkData: route({
    ...objects('A long value of an instance'),
    path: `${instancePath}/bulkdata/:path`,
    params: bulk,
  }),
  renderedStudy: route({
    ...picture('A picture of a study'),
    path: `${studyPath}/rendered`,
    params: study,
  }),
  renderedSeries: route({
    ...picture('A picture of a series'),
    path: `${seriesPath}/rendered`,
    params: series,
  }),
  rendered: route({
    ...picture('An instance as a picture'),
    path: `${instancePath}/rendered`,
    params: instance,
  }),
  renderedFrames: route({
    ...picture('A frame as a picture'),
    path: `${instancePath}/frames/:frames/rendered`,
    params: frames,
  }),
  studyThumbnail: route({
    ...picture('A small picture of a study'),
    path: `${studyPath}/thumbnail`,
    params: study,
  }),
  seriesThumbnail: route({
    ...picture('A small picture of a series'),
    path: `${seriesPath}/thumbnail`,
    params: series,
  }),
  thumbnail: route({
    ...picture('A small picture of an instance'),
    path: `${instancePath}/thumbnail`,
    params: instance,
  }),
  store: route({ ...store, path: '/dicom-web/studies', summary: 'Store instances' }),
  storeInStudy: route({
    ...store,
    path: studyPath,
    summary: 'Store instances of a study',
    params: study,
  }),
}
