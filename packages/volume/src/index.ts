export type { SliceFacts } from './slice-facts.ts'
export { VolumeFault, volumeFaults } from './fault.ts'
export type { VolumeFaultCode } from './fault.ts'
export * from './vectors.ts'
export { buildStacks } from './stacks/build-stacks.ts'
export {
  createGeometry,
  getCentre,
  getCorners,
  getPlace,
  getSliceIndex,
  reduceGeometry,
  toMillimetres,
  toVoxel,
} from './geometry/geometry.ts'
export type { VolumeGeometry } from './geometry/geometry.ts'
export type { Gap } from './geometry/distances.ts'
export { findNearestSlice } from './geometry/nearest-slice.ts'
export type { NearestSlice } from './geometry/nearest-slice.ts'
export {
  anatomicalDirections,
  getEdgeLabels,
  orientationRegions,
} from './orientation/directions.ts'
export type {
  AnatomicalDirection,
  OrientationOptions,
  OrientationRegion,
} from './orientation/directions.ts'
export { getHanging, getPlaneName, planeNames } from './orientation/hanging.ts'
export type { Hanging, PlaneName } from './orientation/hanging.ts'
export { getOrientationRegion } from './orientation/region.ts'
export { getPositionRotation } from './orientation/patient-position.ts'
export { findAcquiredSlice, getPlanePosition, isAlongSlices } from './planes/acquired-slice.ts'
export { createFrame, createPlane, getPlanes, moveFrame, rotateFrame } from './planes/frame.ts'
export type { Frame, PlaneFrame } from './planes/frame.ts'
export { fitPlane, toPlaneMillimetres, toPlanePixel } from './planes/picture.ts'
export type { PlanePicture } from './planes/picture.ts'
export { describePlane, slabModes } from './planes/plane-cut.ts'
export type { PlaneCut, PlaneSize, Slab, SlabMode } from './planes/plane-cut.ts'
export {
  createDrawingPlane,
  hasPlaneAxes,
  isOnPicture,
  toPicturePoint,
  toPlace,
  toPlanePoint,
} from './planes/plane-points.ts'
export { findGapRegions } from './planes/gap-regions.ts'
export { getReferenceLine } from './planes/reference-lines.ts'
export type { PlacedPicture, ReferenceLine } from './planes/reference-lines.ts'
export {
  convertValues,
  emptyCell,
  gapCell,
  getCellTransform,
  getPackedOffset,
  getSliceValues,
} from './values/cell-transform.ts'
export type { CellTransform } from './values/cell-transform.ts'
export type { Rescale } from './values/common-step.ts'
export { loadOrder } from './coder/load-order.ts'
export { headerBytes, readMessages, writeHeader, writeMessage } from './coder/messages.ts'
export type { MessageReader, SliceMessage } from './coder/messages.ts'
export { packSlice, unpackSlice } from './coder/slice-code.ts'
export { createKernel } from './kernel/kernel.ts'
export type { Kernel } from './kernel/kernel.ts'
export { createVolume, getReduction, readSlice, storePacked, storeSlice } from './cells/volume.ts'
export type { Volume } from './cells/volume.ts'
export { cutPlane } from './cells/cut-plane.ts'
export { countBlocks } from './rays/block-maxima.ts'
export { shrinkVolume } from './rays/small-volume.ts'
export type { SmallVolume } from './rays/small-volume.ts'
export {
  castRays,
  createRayVolume,
  describeRays,
  getSmallCentre,
  getSmallRadius,
  wholeBox,
} from './rays/cast-rays.ts'
export type { ClippingBox, RayView, RayVolume } from './rays/cast-rays.ts'
export { createTransferTable } from './rays/transfer-table.ts'
export type { TransferTable, ValueRange } from './rays/transfer-table.ts'
export {
  createSurfacePreset,
  hounsfieldRange,
  listVolumePresets,
  volumePresetNames,
  volumePresets,
} from './presets/volume-presets.ts'
export type { TransferPoint, VolumePreset, VolumePresetName } from './presets/volume-presets.ts'
export {
  automaticShares,
  findAutomaticWindow,
  windowPresetNames,
  windowPresets,
} from './presets/window-presets.ts'
export type { WindowLevel, WindowPresetName } from './presets/window-presets.ts'
