import { patientPositions } from '@talus/contract'
import type { PatientPosition, Stack, StudyStacks } from '@talus/contract'
import { IconDog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../ui/format/dates.ts'
import { ToolbarMenu, ToolbarMenuItem } from '../../viewer/core/toolbar/toolbar-menu.tsx'
import { toPatientPosition } from '../scene/orientation.ts'

interface PositionMenuProps {
  readonly study: StudyStacks
  readonly stack: Stack
  readonly onCorrect: (actual: PatientPosition | null) => void
}

/** Corrects how the animal lay in the scanner: scanners are often set up for people on their back. */
export function PositionMenu({ study, stack, onCorrect }: PositionMenuProps) {
  const { t } = useTranslation()
  const { correction } = study
  const declared = toPatientPosition(stack.patientPosition)
  const reason = declared ? undefined : t('stacks:position.unknown')
  return (
    <ToolbarMenu label={t('stacks:position.open')} icon={IconDog} isActive={correction !== null}>
      {(close) => (
        <>
          <ToolbarMenuItem
            label={t('stacks:position.asScanned')}
            note={declared ? t(`stacks:position.${declared}`) : t('stacks:position.unknown')}
            isChecked={correction === null}
            onClick={() => {
              onCorrect(null)
              close()
            }}
          />
          {patientPositions.map((position) => (
            <ToolbarMenuItem
              key={position}
              label={t(`stacks:position.${position}`)}
              note={
                correction?.actual === position
                  ? t('stacks:position.by', {
                      name: correction.correctedBy,
                      day: formatDay(correction.correctedAt),
                    })
                  : undefined
              }
              reason={reason}
              isChecked={correction?.actual === position}
              onClick={() => {
                onCorrect(position)
                close()
              }}
            />
          ))}
        </>
      )}
    </ToolbarMenu>
  )
}
