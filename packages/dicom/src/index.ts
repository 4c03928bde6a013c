export { findAttribute, findTag } from './dictionary/dictionary.ts'
export type { AttributeEntry } from './dictionary/dictionary.ts'
export { findDocumentKind, presentationClassPrefix } from './document/document-kind.ts'
export { readDocument } from './document/read-document.ts'
export type { DicomDocument, PdfContent } from './document/read-document.ts'
export { dumpDicom } from './dump/dump-dicom.ts'
export type { DumpOptions, DumpRow } from './dump/dump-dicom.ts'
export { encodeFrame, losslessSyntaxes } from './encode/encode-frame.ts'
export type { LosslessSyntax, PixelDescription } from './encode/encode-frame.ts'
export { transcodeFrame } from './encode/transcode-frame.ts'
export { transcode } from './encode/transcode.ts'
export {
  describeStoredPixels,
  listContentChunks,
  listHeaderChunks,
  listPixelChunks,
  listStoredChunks,
} from './encode/content-chunks.ts'
export { DicomFault, dicomFaults } from './fault.ts'
export type { DicomFaultCode, ExceededLimit } from './fault.ts'
export { parseDicomJson, toAttributes } from './json/json-attributes.ts'
export { toOtherPatientJson } from './json/other-patient-json.ts'
export { isPatientTag } from './dictionary/patient-tags.ts'
export { readBulkData } from './json/bulk-data.ts'
export { toDicomJson, formatDicomJson } from './json/dicom-json.ts'
export type { JsonAttribute, JsonDataSet, DicomJsonOptions } from './json/dicom-json.ts'
export type { DataSet } from './read/data-set.ts'
export { mayBeDicom } from './read/file-meta-information.ts'
export { readFrameBytes, countFrames } from './read/frame-bytes.ts'
export type { StoredFrame } from './read/frame-bytes.ts'
export { extractFrame, findFrameSpan } from './read/frame-span.ts'
export type { FrameSpan } from './read/frame-span.ts'
export { createFragmentScanner } from './read/fragment-scanner.ts'
export type { FragmentScanner } from './read/fragment-scanner.ts'
export { frameAlignment, readFrameApart } from './read/frame-apart.ts'
export type { FrameApart } from './read/frame-apart.ts'
export { locateSingleFrame } from './read/frame-spans.ts'
export type { SingleFrameLocation } from './read/frame-spans.ts'
export { findDataSetStart } from './read/data-set-start.ts'
export type { DataSetStart } from './read/data-set-start.ts'
export { readDicomHeader } from './read/header.ts'
export { createHeaderCollector } from './read/header-collector.ts'
export type { DicomHeader, PixelDataLocation } from './read/header.ts'
export { describeImage } from './read/image.ts'
export type { ImageDescription } from './read/image.ts'
export { readPixelAspectRatio } from './read/pixel-aspect.ts'
export {
  grayscalePresentationStateSopClass,
  readPresentation,
} from './presentation/read-presentation.ts'
export type { PresentedImage } from './presentation/displayed-area.ts'
export type { ReadPresentation } from './presentation/read-presentation.ts'
export { readUltrasoundRegions } from './read/ultrasound-regions.ts'
export { readDicom, readLaterality } from './read/read-dicom.ts'
export type { DicomFile, DicomIdentity } from './read/read-dicom.ts'
export { describeStudy } from './read/study.ts'
export type { CodedConcept, OtherId, StudyDescription } from './read/study.ts'
export { tags } from './read/tags.ts'
export {
  explicitBigEndian,
  explicitLittleEndian,
  htJpeg2000Lossless,
  implicitLittleEndian,
  isNativeSyntax,
  nativeSyntaxes,
  uncompressedSyntaxes,
} from './read/transfer-syntax.ts'
export type { TransferSyntax } from './read/transfer-syntax.ts'
export { isUid } from './read/uid.ts'
export { describeDisplay } from './render/display.ts'
export type { DisplayParameters } from './render/display.ts'
export { maskCells, readPixelValues, findNativePixelValues } from './render/pixel-values.ts'
export type { CellLayout, NativePixelValues } from './render/pixel-values.ts'
export { findReduction, reduceRows, resizeHeader } from './render/reduced-image.ts'
export type { Reduction } from './render/reduced-image.ts'
export type { RenderedImage } from './render/rendered-image.ts'
export { readPlaneBytes } from './render/image-planes.ts'
export { renderDicom, renderFrame } from './render/render.ts'
export type { RenderOptions } from './render/render.ts'
export { getSlice, readSlices } from './slice/read-slices.ts'
export type { ImageSlices, SliceAttributes } from './slice/read-slices.ts'
export { readSliceValues } from './slice/slice-values.ts'
export type { SliceValues } from './slice/slice-values.ts'
export type { Attributes, AttributeValue } from './write/attributes.ts'
export { writeCommand, writeDataSet } from './write/data-set.ts'
export type { WriteOptions } from './write/data-set.ts'
export { editDataSet } from './write/edit.ts'
export type { EditedHeader, EditOptions } from './write/edit.ts'
export {
  writeFileChunks,
  writeFileMeta,
  implementationClassUid,
  implementationVersionName,
  writePixelDataChunks,
  writeFileHeader,
} from './write/file.ts'
export type { FileMetaOptions, FileOptions, PixelData } from './write/file.ts'
export { toImplicitDataSet } from './write/implicit-data-set.ts'
export { createGroupedName, createPersonName } from './write/text.ts'
export { createContextAttributes } from './build/context.ts'
export { createEncapsulatedPdf, encapsulatedPdfSopClass } from './build/encapsulated-pdf.ts'
export {
  createExposureIndexAttributes,
  createFieldOfViewAttributes,
  createTechniqueAttributes,
} from './build/exposure.ts'
export { createPatientAttributes } from './build/patient.ts'
export { createCorrectedAttributes } from './build/original-attributes.ts'
export type * from './build/inputs.ts'
export { comprehensiveSrSopClass, createMeasurementReport } from './build/measurement-report.ts'
export type {
  Code,
  MeasurementReportInput,
  ReportedGroup,
  ReportedValue,
} from './build/measurement-report.ts'
export {
  readNumberOfFrames,
  isPresentable,
  needsStoredTables,
  createPresentationState,
} from './build/presentation-state.ts'
export { readStoredTables } from './build/stored-tables.ts'
export type { StoredTables } from './build/stored-tables.ts'
export {
  createDigitalXRay,
  digitalXRaySopClass,
  intraOralSopClass,
  createIntraOralXRay,
  createToothSequence,
} from './build/radiograph.ts'
export { createSecondaryCapture, secondaryCaptureSopClass } from './build/secondary-capture.ts'
export { createSubjectAttributes } from './build/subject.ts'
export { formatAge, createStudyClock } from './build/times.ts'
export type { StudyClock, LocalTime } from './build/times.ts'
export type { VoiWindow } from './render/voi-lut.ts'
