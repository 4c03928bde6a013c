import type { ClinicRecords } from '../records/clinic-records.ts'
import type { SampleRequest } from './sample-requests.ts'

export function createDicomWebRequests(records: ClinicRecords): Record<string, SampleRequest> {
  const study = { study: records.studyInstanceUID }
  const series = { ...study, series: records.seriesInstanceUID }
  const instance = { ...series, instance: records.sopInstanceUID }
  return {
    'dicomWeb.studies': { query: { StudyInstanceUID: records.studyInstanceUID } },
    'dicomWeb.series': {},
    'dicomWeb.instances': {},
    'dicomWeb.seriesOfStudy': { params: study },
    'dicomWeb.instancesOfStudy': { params: study },
    'dicomWeb.instancesOfSeries': { params: series },
    'dicomWeb.study': { params: study },
    'dicomWeb.oneSeries': { params: series },
    'dicomWeb.instance': { params: instance },
    'dicomWeb.studyMetadata': { params: study },
    'dicomWeb.seriesMetadata': { params: series },
    'dicomWeb.instanceMetadata': { params: instance },
    'dicomWeb.frames': { params: { ...instance, frames: '1' } },
    'dicomWeb.bulkData': { params: { ...instance, path: '00880200' } },
    'dicomWeb.renderedStudy': { params: study },
    'dicomWeb.renderedSeries': { params: series },
    'dicomWeb.rendered': { params: instance },
    'dicomWeb.renderedFrames': { params: { ...instance, frames: '1' } },
    'dicomWeb.studyThumbnail': { params: study },
    'dicomWeb.seriesThumbnail': { params: series },
    'dicomWeb.thumbnail': { params: instance },
    'dicomWeb.store': {},
    'dicomWeb.storeInStudy': { params: study },
  }
}
