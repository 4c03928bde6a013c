import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

const isQuick = ({ moduleId }: TestSpecification) => !moduleId.endsWith('.sqlite.test.ts')

/**
 * Runs the quick files of a project last. Vitest starts with the largest files if it knows no
 * durations: short files that wait for processes and timers would then be the last ones, and leave
 * the processor idle.
 */
export class QuickFilesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the sequencer of Vitest, no array
    const sorted = await super.sort(files)
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((ofProject) =>
      ofProject.toSorted((one, other) => Number(isQuick(one)) - Number(isQuick(other))),
    )
  }
}
