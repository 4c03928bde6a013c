import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorState } from 'prosemirror-state'
import { useStore } from '../../../store.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import type { IconShape } from '../../../ui/display/icon.tsx'
import { isActionOn, textActionKeys, textActions } from './commands.ts'
import type { TextAction } from './commands.ts'
import type { EditorStore } from './editor-store.ts'
import type { Caret } from '../state/report-store.ts'
import styles from './text-toolbar.module.css'

const groups: readonly (readonly [action: TextAction, icon: IconShape][])[] = [
  [
    ['undo', IconArrowBackUp],
    ['redo', IconArrowForwardUp],
  ],
  [
    ['heading2', IconH2],
    ['heading3', IconH3],
  ],
  [
    ['bold', IconBold],
    ['italic', IconItalic],
  ],
  [
    ['bulletList', IconList],
    ['orderedList', IconListNumbers],
  ],
]

const toCaret = ({ selection: { from, to } }: EditorState): Caret => ({ from, to })

/** One tab stop; the arrow keys go from button to button. */
function moveFocus(bar: HTMLElement, key: string): boolean {
  const buttons = [...bar.querySelectorAll<HTMLElement>('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[key]
  if (next === undefined) return false
  const target = buttons[(next + buttons.length) % buttons.length]
  for (const button of buttons) button.tabIndex = button === target ? 0 : -1
  target?.focus()
  return true
}

export type StepDirection = 'undo' | 'redo'

interface TextToolbarProps {
  readonly store: EditorStore
  /** The last change, if it was not one of the text. */
  readonly step: { readonly [Direction in StepDirection]?: unknown } | undefined
  /** Undoes or redoes it; false if the last change was one of the text. */
  readonly onStep: (direction: StepDirection, caret?: Caret) => boolean
}

/** The styles of the text of the active page. */
export function TextToolbar({ store, step, onStep }: TextToolbarProps) {
  const { t } = useTranslation()
  const open = useStore(store)
  const bar = useRef<HTMLDivElement>(null)
  const run = (action: TextAction) => {
    const isStep = action === 'undo' || action === 'redo'
    if (isStep && onStep(action, open && toCaret(open.state))) return
    if (!open) return
    textActions[action](open.view.state, open.view.dispatch, open.view)
    open.view.focus()
  }
  const isTextActionOff = (action: TextAction) =>
    !open || ((action === 'undo' || action === 'redo') && !textActions[action](open.state))
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (bar.current && moveFocus(bar.current, event.key)) event.preventDefault()
  }
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('report:editor.toolbar')}
      onKeyDown={onKeyDown}
    >
      {groups.map((group, groupIndex) => (
        <div key={group[0]?.[0]} className={styles.group}>
          {group.map(([action, icon], index) => {
            const isOn = open ? isActionOn(open.state, action) : false
            const isStep = action === 'undo' || action === 'redo'
            const isOff = isStep && step ? step[action] === undefined : isTextActionOff(action)
            return (
              <button
                key={action}
                type="button"
                className={styles.button}
                tabIndex={groupIndex === 0 && index === 0 ? 0 : -1}
                aria-label={t(`report:editor.${action}`)}
                aria-keyshortcuts={textActionKeys[action].replace('Ctrl', 'Control')}
                data-hint={`${t(`report:editor.${action}`)} (${textActionKeys[action]})`}
                {...(!isStep && { 'aria-pressed': isOn })}
                {...(isOff && { 'aria-disabled': true })}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => run(action)}
              >
                <Icon icon={icon} size="lg" />
              </button>
            )
          })}
        </div>
      ))}
    </div>
  )
}
