import { expect, test } from 'vitest'
import { findFolderCircles } from './folder-circles.ts'

const capture = 'apps/server/src/features/capture'

const cruise = (...imports: readonly (readonly [from: string, to: string])[]) =>
  imports.map(([source, resolved]) => ({ source, dependencies: [{ resolved }] }))

test('two sub-folders of a feature that import each other are reported once', () => {
  const circles = findFolderCircles(
    cruise(
      [`${capture}/exposure/arm.ts`, `${capture}/frames/intake.ts`],
      [`${capture}/frames/target.ts`, `${capture}/exposure/slot.ts`],
    ),
  )
  expect(circles).toEqual([
    [
      `folder circle: ${capture}/exposure -> ${capture}/frames -> ${capture}/exposure`,
      `${capture}/exposure/arm.ts -> ${capture}/frames/intake.ts`,
      `${capture}/frames/target.ts -> ${capture}/exposure/slot.ts`,
    ].join('\n    '),
  ])
})

test('a circle of three folders inside the viewer is reported once', () => {
  const core = 'apps/web/src/viewer/core'
  const circles = findFolderCircles(
    cruise(
      [`${core}/b/b.ts`, `${core}/c/c.ts`],
      [`${core}/c/c.ts`, `${core}/a/deep/a.ts`],
      [`${core}/a/a.ts`, `${core}/b/b.ts`],
    ),
  )
  expect(circles).toHaveLength(1)
  expect(circles[0]).toContain(`${core}/a -> ${core}/b -> ${core}/c -> ${core}/a`)
})

test('imports in one direction, of the parent, of tests and of other features are allowed', () => {
  expect(
    findFolderCircles(
      cruise(
        [`${capture}/exposure/arm.ts`, `${capture}/frames/intake.ts`],
        [`${capture}/frames/intake.ts`, `${capture}/frames/target.ts`],
        [`${capture}/frames/intake.ts`, `${capture}/capture-log.ts`],
        [`${capture}/capture-log.ts`, `${capture}/frames/intake.ts`],
        [`${capture}/frames/intake.test.ts`, `${capture}/exposure/arm.ts`],
        ['apps/server/src/features/images/frames/a.ts', `${capture}/exposure/arm.ts`],
      ),
    ),
  ).toEqual([])
})
