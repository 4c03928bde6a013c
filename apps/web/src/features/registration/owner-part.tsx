import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { collapsed } from '@talus/contract'
import type { ClinicId, Owner, OwnerId, OwnerSuggestion } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SuggestField } from '../../ui/suggest-field.tsx'
import { OwnerCard } from './owner-card.tsx'
import { PartHead } from './part-head.tsx'
import { ownerQueries } from './registration.queries.ts'
import { searchedFor } from './typed-owner.ts'
import styles from './registration.module.css'

interface OwnerPartProps {
  readonly clinicId: ClinicId
  readonly ownerId: OwnerId | undefined
  /** Undefined while it is loading. */
  readonly owner: Owner | undefined
  readonly onPick: (ownerId: OwnerId) => void
  readonly onNew: (typed: string) => void
  readonly onEdit: (owner: Owner) => void
}

const typingMs = 100

export function OwnerPart({ clinicId, ownerId, owner, ...then }: OwnerPartProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [text, setText] = useState('')
  const asked = searchedFor(text)
  const [settled] = useDebouncedValue(asked, typingMs)
  const query = useQuery(ownerQueries.suggest(clinicId, settled))
  const found = settled === '' || asked === '' ? [] : (query.data ?? [])
  const typed = collapsed(text)
  const isAnswered = query.isError || (query.isSuccess && !query.isPlaceholderData)
  const isSettled = asked === settled && (asked === '' || isAnswered)

  const suggestions = [
    ...found.map((suggestion) => ({
      key: suggestion.id,
      content: <OwnerLine owner={suggestion} />,
      onPick: () => {
        setText('')
        then.onPick(suggestion.id)
      },
    })),
    // Only when it is known who there is: a line that moves under the finger is pressed by mistake.
    ...(isSettled
      ? [
          {
            key: 'new',
            isExtra: true,
            content: (
              <>
                <IconUserPlus size={20} stroke={1.5} aria-hidden />
                {typed === ''
                  ? t('registration:owner.new')
                  : t('registration:owner.newNamed', { text: typed })}
              </>
            ),
            onPick: () => {
              setText('')
              then.onNew(typed)
            },
          },
        ]
      : []),
  ]
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <PartHead
        id={titleId}
        title={t('registration:owner.title')}
        edit={{
          name: t('registration:owner.edit'),
          reason: owner ? undefined : t('registration:owner.selectFirst'),
          run: () => owner && then.onEdit(owner),
        }}
        add={{
          name: t('registration:owner.add'),
          reason: undefined,
          run: () => {
            setText('')
            then.onNew(typed)
          },
        }}
      />
      <SuggestField
        part="owner"
        label={t('registration:owner.find')}
        placeholder={t('registration:owner.placeholder')}
        text={text}
        onText={setText}
        suggestions={suggestions}
        isSettled={isSettled}
        summary={t('registration:owner.found', { count: found.length })}
      />
      {owner ? <OwnerCard owner={owner} /> : null}
      {ownerId !== undefined && !owner ? <Skeleton height={56} /> : null}
      {ownerId === undefined ? <p className={styles.hint}>{t('registration:owner.none')}</p> : null}
    </section>
  )
}

function OwnerLine({ owner }: { readonly owner: OwnerSuggestion }) {
  const reached = [owner.phone, owner.email].filter(Boolean).join(' · ')
  return (
    <span className={styles.line}>
      <span className={styles.lineName}>{owner.name}</span>
      <span className={styles.lineText}>{reached}</span>
      {owner.animals.length > 0 ? (
        <span className={styles.lineText}>{owner.animals.join(', ')}</span>
      ) : null}
    </span>
  )
}
