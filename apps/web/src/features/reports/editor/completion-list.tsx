import { Portal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorView } from 'prosemirror-view'
import type { EditorState } from 'prosemirror-state'
import { closeCompletions, getTypedName } from './completions.ts'
import type { TypedName } from './completions.ts'
import styles from './popups.module.css'

export interface Completion {
  readonly id: string
  readonly kind: TypedName['kind']
  /** The user types it, e.g. "vhs" or "norm". */
  readonly name: string
  readonly label: string
  /** The text that is inserted. */
  readonly preview: string
  readonly insert: (view: EditorView, typed: TypedName) => void
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Names that begin with the typed text come before those that contain it. */
export function filterCompletions(all: readonly Completion[], typed: TypedName): Completion[] {
  const text = fold(typed.text)
  const found = all.filter(
    ({ kind, name, label }) =>
      kind === typed.kind &&
      (fold(name).startsWith(text) || (kind === 'measurement' && fold(label).includes(text))),
  )
  return found
    .toSorted(
      (a, b) => Number(fold(b.name).startsWith(text)) - Number(fold(a.name).startsWith(text)),
    )
    .slice(0, 8)
}

type KeyHandler = (key: string) => boolean

interface CompletionListProps {
  readonly view: EditorView
  readonly state: EditorState
  readonly all: readonly Completion[]
  /** Tells the editor who handles the keys while the list is shown. */
  readonly onKeys: (handler: KeyHandler | undefined) => void
}

/** The list below the caret, with the text that the marked entry inserts. */
export function CompletionList({ view, state, all, onKeys }: CompletionListProps) {
  const { t } = useTranslation()
  const typed = getTypedName(state)
  const found = typed ? filterCompletions(all, typed) : []
  const [marked, setMarked] = useState(0)
  const index = Math.min(marked, Math.max(found.length - 1, 0))
  const list = useRef<HTMLDivElement>(null)
  const isShown = typed !== undefined && found.length > 0
  const pick = (at: number) => {
    const completion = found[at]
    if (!typed || !completion) return
    setMarked(0)
    completion.insert(view, typed)
    view.focus()
  }
  useEffect(() => {
    onKeys((key) => {
      if (!isShown) return false
      if (key === 'ArrowDown') setMarked((index + 1) % found.length)
      else if (key === 'ArrowUp') setMarked((index - 1 + found.length) % found.length)
      else if (key === 'Enter' || key === 'Tab') pick(index)
      else if (key === 'Escape') closeCompletions(view)
      else return false
      return true
    })
    return () => onKeys(undefined)
  })
  // The sign alone was typed to see what there is.
  const isNothingThere = typed?.text === '' && all.every(({ kind }) => kind !== typed.kind)
  if (!typed || !(isShown || isNothingThere)) return null
  const { left, bottom } = view.coordsAtPos(typed.from)
  return (
    <Portal target="#main">
      <div
        ref={list}
        className={styles.popup}
        style={{
          left: Math.min(left, innerWidth - 376),
          top: Math.min(bottom + 4, innerHeight - 260),
        }}
      >
        {isNothingThere ? null : (
          <div role="listbox" tabIndex={-1} aria-label={t(`report:insert.${typed.kind}`)}>
            {found.map((completion, at) => (
              <div
                key={completion.id}
                role="option"
                tabIndex={-1}
                aria-selected={at === index}
                className={styles.option}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setMarked(at)}
                onClick={() => pick(at)}
                onKeyDown={undefined}
              >
                <span className={styles.name}>{completion.label}</span>
                {typed.kind === 'measurement' ? (
                  <code className={styles.typed}>/{completion.name}</code>
                ) : null}
              </div>
            ))}
          </div>
        )}
        <p className={styles.preview} role="status">
          {isNothingThere ? t(`report:insert.none.${typed.kind}`) : found[index]?.preview}
        </p>
      </div>
    </Portal>
  )
}
