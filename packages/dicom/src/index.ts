export { attributeOf, tagOfKeyword } from './dictionary/dictionary.ts'
export type { AttributeEntry } from './dictionary/dictionary.ts'
export { dumpDicom } from './dump/dump-dicom.ts'
export type { DumpOptions, DumpRow } from './dump/dump-dicom.ts'
export { encodeFrame, losslessSyntaxes } from './encode/encode-frame.ts'
export type { LosslessSyntax, PixelDescription } from './encode/encode-frame.ts'
export { frameIn } from './encode/frame-in.ts'
export { transcode } from './encode/transcode.ts'
export { DicomFault, dicomFaults } from './fault.ts'
export type { DicomFaultCode } from './fault.ts'
export { bulkData } from './json/bulk-data.ts'
export { dicomJson, dicomJsonText } from './json/dicom-json.ts'
export type { JsonAttribute, JsonDataSet, JsonOptions } from './json/dicom-json.ts'
export type { DataSet } from './read/data-set.ts'
export { frameBytes, frameCount } from './read/frame-bytes.ts'
export type { StoredFrame } from './read/frame-bytes.ts'
export { frameInSpan, frameSpan } from './read/frame-span.ts'
export type { FrameSpan } from './read/frame-span.ts'
export { dataSetStart } from './read/data-set-start.ts'
export type { DataSetStart } from './read/data-set-start.ts'
export { readHead } from './read/head.ts'
export type { DicomHead, PixelPlace } from './read/head.ts'
export { describeImage } from './read/image.ts'
export type { ImageDescription } from './read/image.ts'
export { readDicom } from './read/read-dicom.ts'
export type { DicomFile, Identity } from './read/read-dicom.ts'
export { describeStudy } from './read/study.ts'
export type { Code, OtherId, StudyDescription } from './read/study.ts'
export { tags } from './read/tags.ts'
export { explicitLittleEndian } from './read/transfer-syntax.ts'
export type { TransferSyntax } from './read/transfer-syntax.ts'
export { isUid } from './read/uid.ts'
export type { Picture } from './render/picture.ts'
export { renderDicom, renderFrame } from './render/render.ts'
export type { RenderOptions } from './render/render.ts'
export type { Attributes, AttributeValue } from './write/attributes.ts'
export { writeCommand, writeDataSet } from './write/data-set.ts'
export type { WriteOptions } from './write/data-set.ts'
export { editDataSet } from './write/edit.ts'
export type { EditedHead } from './write/edit.ts'
export {
  fileChunks,
  fileMeta,
  implementationClassUid,
  implementationVersionName,
  pixelDataChunks,
  writeFileHead,
} from './write/file.ts'
export type { FileMetaOptions, FileOptions, Pixels } from './write/file.ts'
export { implicitDataSet } from './write/implicit.ts'
export { nameOfParts } from './write/text.ts'
export { contextAttributes } from './build/context.ts'
export { encapsulatedPdf, encapsulatedPdfSopClass } from './build/encapsulated-pdf.ts'
export type * from './build/inputs.ts'
export {
  digitalXRay,
  digitalXRaySopClass,
  intraOralSopClass,
  intraOralXRay,
} from './build/radiograph.ts'
export { secondaryCapture, secondaryCaptureSopClass } from './build/secondary-capture.ts'
export { ageOn, clockOf } from './build/times.ts'
export type { Clock, LocalTime } from './build/times.ts'
export type { Window } from './render/voi.ts'
