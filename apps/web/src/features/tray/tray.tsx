import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconChecks, IconInbox, IconRefresh, IconTrash } from '@tabler/icons-react'
import { trayStates } from '@talus/contract'
import type { TrayEntryId, TrayGroup, TrayState } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { trayQueries } from '../../api/records/tray.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useCan } from '../../api/session.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { useZoneNote } from '../../ui/hooks/use-zone-note.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { ClinicNeeded } from '../../ui/states/clinic-needed.tsx'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { Comparison } from './comparison.tsx'
import { TrayActions } from './tray-actions.tsx'
import { TrayList } from './tray-list.tsx'
import styles from './tray.module.css'

/** Received images that could not be filed with certainty: the list, and one of them compared. */
export function Tray() {
  const { clinic } = useClinicInUse()
  return (
    <ClinicNeeded clinic={clinic}>
      {(chosen) => <TrayOfClinic key={chosen.id} clinic={chosen} />}
    </ClinicNeeded>
  )
}

function TrayOfClinic({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const mayDecide = useCan('tray.decide')
  const mayDiscard = useCan('tray.discard')
  const states = trayStates.filter((one) => one !== 'discarded' || mayDiscard)
  const [state, setState] = useState<TrayState>('waiting')
  const { data, isError, refetch } = useQuery(trayQueries.list(clinic.id, state))
  const zoneNote = useZoneNote(clinic.timeZone)
  return (
    <div className={styles.page}>
      {mayDecide ? (
        <SegmentedControl
          className={styles.views ?? ''}
          aria-label={t('tray:view.label')}
          value={state}
          onChange={(next) => setState(states.find((one) => one === next) ?? 'waiting')}
          data={states.map((value) => ({
            value,
            label: t(`tray:view.${value}`),
          }))}
        />
      ) : null}
      {data === undefined && isError ? (
        <StatePanel
          icon={<Icon icon={IconInbox} size="3xl" />}
          title={t('tray:failed.title')}
          text={t('tray:failed.text')}
        >
          <Button leftSection={<Icon icon={IconRefresh} />} onClick={() => void refetch()}>
            {t('tray:retry')}
          </Button>
        </StatePanel>
      ) : null}
      {data === undefined && !isError ? <Skeleton height={240} /> : null}
      {data === undefined ? null : <Groups groups={data} state={state} clinic={clinic} />}
      {zoneNote === undefined || !data?.length ? null : <p className={styles.muted}>{zoneNote}</p>}
    </div>
  )
}

const icons = { waiting: IconInbox, decided: IconChecks, discarded: IconTrash } as const

interface GroupsProps {
  readonly groups: readonly TrayGroup[]
  readonly state: TrayState
  readonly clinic: SelectedClinic
}

function Groups({ groups, state, clinic }: GroupsProps) {
  const { t } = useTranslation()
  // On a phone the list is shown until a group is chosen.
  const [chosenId, setChosenId] = useState<TrayEntryId>()
  const chosen = groups.find(({ id }) => id === chosenId)
  const group = chosen ?? groups[0]
  const detail = useRef<HTMLElement>(null)
  const shownId = useRef(group?.id)
  useEffect(() => {
    detail.current?.scrollTo(0, 0)
    // A decision removes the button that has the focus: the next question gets it.
    if (shownId.current !== group?.id && document.activeElement === document.body)
      detail.current?.focus({ preventScroll: true })
    shownId.current = group?.id
  }, [group?.id])
  const move = (step: number) => {
    const at = groups.findIndex(({ id }) => id === group?.id)
    setChosenId(groups[Math.min(Math.max(at + step, 0), groups.length - 1)]?.id)
  }
  useShortcuts([
    { keys: 'j', label: t('tray:keys.next'), run: () => move(1) },
    { keys: 'k', label: t('tray:keys.previous'), run: () => move(-1) },
  ])
  if (!group) {
    const texts = {
      waiting: ['tray:empty.title', 'tray:empty.text'],
      decided: ['tray:noneDecided.title', 'tray:noneDecided.text'],
      discarded: ['tray:noneDiscarded.title', 'tray:noneDiscarded.text'],
    } as const
    const [title, text] = texts[state]
    return (
      <StatePanel icon={<Icon icon={icons[state]} size="3xl" />} title={t(title)} text={t(text)} />
    )
  }
  return (
    <div className={styles.split} data-chosen={chosen !== undefined || undefined}>
      <TrayList
        groups={groups}
        selected={group}
        timeZone={clinic.timeZone}
        onSelect={setChosenId}
      />
      <section ref={detail} tabIndex={-1} className={styles.detail} aria-label={group.claim.name}>
        <Button
          className={styles.back ?? ''}
          variant="subtle"
          leftSection={<Icon icon={IconArrowLeft} />}
          onClick={() => setChosenId(undefined)}
        >
          {t('tray:back')}
        </Button>
        <Comparison group={group} timeZone={clinic.timeZone} />
        <TrayActions
          key={`${group.id} ${group.decision?.on ?? ''}`}
          group={group}
          clinicId={clinic.id}
          timeZone={clinic.timeZone}
        />
      </section>
    </div>
  )
}
