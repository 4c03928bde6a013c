/** Attributes of group 0010 that describe the image, not the patient. */
const ofImage = new Set([
  // Subject Relative Position in Image, Anatomical Orientation Type, Examined Body Thickness.
  0x00_10_00_28, 0x00_10_22_10, 0x00_10_94_31,
])

/** Attributes of other groups: admitting diagnoses, reason for the visit, removed identity. */
const inOtherGroups = new Set([
  0x00_08_10_80, 0x00_08_10_84, 0x00_08_11_20, 0x00_12_00_62, 0x00_12_00_63, 0x00_12_00_64,
  0x00_32_10_66, 0x00_32_10_67,
])

/**
 * Whether an attribute is about the patient or the visit: the modules Patient, Patient
 * Identification, Demographic and Medical, Patient Study and Visit of PS3.3 (C.2, C.3, C.7.1.1,
 * C.7.2.2). By group, so that attributes of later editions of the standard count too.
 */
export function isPatientTag(tag: number): boolean {
  const group = tag >>> 16
  const isOfGroup = group === 0x00_10 || group === 0x00_38
  return (isOfGroup && (tag & 0xff_ff) !== 0 && !ofImage.has(tag)) || inOtherGroups.has(tag)
}

/** Its items state former values, which name the former patient. */
export const originalAttributesSequence = 0x04_00_05_61
