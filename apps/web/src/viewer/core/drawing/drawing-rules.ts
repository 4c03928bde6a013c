import { advancedDrawingTools } from '@talus/contract'
import type { Drawing, UserId } from '@talus/contract'
import i18next from 'i18next'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { AuthorsStore } from '../store/authors.ts'
import type { DrawingRules, ForeignChange } from '../store/drawing-rules.ts'
import type { MergeConflict } from '../store/saver.ts'
import { formatAuthors } from './author-line.ts'
import { getShortToolLabel } from './labels.ts'

const isAdvanced = ({ tool }: Drawing) => advancedDrawingTools.some((one) => one === tool)

const listNames = (drawings: readonly Drawing[]): string =>
  [...new Set(drawings.map(({ tool }) => getShortToolLabel(tool)))].join(', ')

interface RulesOptions {
  readonly authors: AuthorsStore
  readonly userId: UserId
  readonly hasAdvancedTools: boolean
  readonly timeZone: string | undefined
}

/** The rules of a study whose drawings are saved, with their questions and toasts. */
export function createDrawingRules(options: RulesOptions): DrawingRules {
  const { authors, userId, hasAdvancedTools, timeZone } = options
  const describe = ({ viewId, before }: ForeignChange) =>
    i18next.t('measure:others.line', {
      tool: getShortToolLabel(before.tool),
      author:
        formatAuthors(i18next.t, authors.find(viewId, before.id), timeZone) ??
        i18next.t('measure:author.unknown'),
    })
  return {
    mayChange: (drawing) => hasAdvancedTools || !isAdvanced(drawing),
    isForeign: (viewId, { id }) => {
      const found = authors.find(viewId, id)
      return found !== undefined && found.created?.userId !== userId
    },
    ask: (changes) => {
      const isDeletion = changes.some(({ after }) => after === undefined)
      return confirm({
        title: i18next.t(isDeletion ? 'measure:others.deleteTitle' : 'measure:others.changeTitle'),
        text: [...changes.map(describe), '', i18next.t('measure:others.note')].join('\n'),
        confirm: i18next.t(isDeletion ? 'measure:others.delete' : 'measure:others.change'),
        isDestructive: isDeletion,
      })
    },
    onForeignChange: (changes, undo) => {
      const isDeletion = changes.some(({ after }) => after === undefined)
      const what = listNames(changes.map(({ before }) => before))
      toast.doneWithUndo(
        isDeletion
          ? i18next.t('measure:others.deleted', { what })
          : i18next.t('measure:others.changed', { what }),
        { label: i18next.t('measure:others.undo'), run: undo },
      )
    },
    onRefused: () => toast.warning(i18next.t('measure:refused.restricted')),
  }
}

/** Reports the drawings that another user has changed too, and offers the own version. */
export function reportMerge(conflicts: readonly MergeConflict[]): void {
  if (conflicts.length === 0) {
    toast.info(i18next.t('viewer:save.merged'))
    return
  }
  const what = listNames(conflicts.flatMap(({ drawings }) => drawings))
  toast.doneWithUndo(i18next.t('measure:others.conflict', { what }), {
    label: i18next.t('measure:others.takeMine'),
    run: () => {
      for (const { takeMine } of conflicts) takeMine()
    },
  })
}
