import { EditorState } from 'prosemirror-state'
import { DecorationSet } from 'prosemirror-view'
import { Body } from '@talus/report/document'
import { ImageId, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { toEditorDocument } from '../editor/body.ts'
import { deletedMeasurements } from '../editor/deleted-measurements.ts'
import { isDeleted, noFacts } from './report-facts.ts'
import { createSlot } from './slots.ts'

const attributes = {
  measurementId: '7f6f1c3e-2f0a-4a56-9a0e-0d2a53a0f001',
  imageId: 11,
  tool: 'vhs',
  name: 'vhs',
  label: 'VHS',
  value: 10.84,
  decimals: 1,
  unit: 'v',
  method: '',
  view: '',
  range: null,
  detail: 'full',
} as const
const body = Body.parse({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Heart ' },
        { type: 'measurement', attrs: attributes },
      ],
    },
  ],
})

test('a measurement is marked once its drawing is deleted, and not while that is unknown', () => {
  const countMarks = (isGone: boolean) => {
    const plugin = deletedMeasurements({ isDeleted: () => isGone, hint: 'Deleted' })
    const state = EditorState.create({ doc: toEditorDocument(body), plugins: [plugin] })
    const set = plugin.props.decorations?.call(plugin, state)
    return set instanceof DecorationSet ? set.find(7, 8).length : undefined
  }
  expect(countMarks(true)).toBe(1)
  expect(countMarks(false)).toBe(0)
  const { measurementId, name } = attributes
  expect(isDeleted({ measurementId, name }, noFacts)).toBe(false)
  expect(isDeleted({ measurementId, name }, { measurements: [] })).toBe(true)
})

test('the caption of an image of another patient names that patient', () => {
  const image = {
    id: ImageId.parse(3),
    studyId: StudyId.parse(2),
    bodyPart: 'Thorax',
    bodyPartView: 'VD',
    createdOn: '2026-03-02T10:00:00.000Z',
  }
  const texts = { language: 'en', timeZone: 'UTC', kind: 'Radiograph' } as const
  const otherPatient = { name: 'Luna', patientId: 'P-2' }
  const other = createSlot(image, 0, { ...texts, otherPatient })
  expect(other.caption).toMatch(/^Luna \(P-2\), Thorax/u)
  expect(other.alternativeText).toMatch(/^Luna \(P-2\), Radiograph/u)
  expect(createSlot(image, 0, texts).caption).toMatch(/^Thorax/u)
})
