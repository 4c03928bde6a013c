import i18next from 'i18next'
import type { ComponentType } from 'react'
import type { NavigateFunction } from 'react-router'
import { lazyCode } from '../../lazy-code.ts'
import { confirm, showError } from '../../ui/modals/confirm.tsx'
import { modals } from '../../ui/modals/modal-store.ts'
import type { LeftTexts } from '../../unsaved-work.ts'
import { giveUpTexts, isNothingLeft, saveTexts } from '../save-texts.ts'
import type { UnsavedQuestionProps } from './unsaved-question.part.tsx'

/** Asks, saves what the server lacks, and asks again if that fails: signing out deletes it. */
export async function confirmLogOut(navigate: NavigateFunction) {
  let left: LeftTexts = { unsaved: [], unsent: [] }
  const wantsOut = await confirm({
    title: i18next.t('shell:logOut.title'),
    text: i18next.t('shell:logOut.text'),
    confirm: i18next.t('shell:logOut.confirm'),
    act: async () => {
      left = await saveTexts()
    },
  })
  if (wantsOut && (isNothingLeft(left) || (await askToLose(left)))) await navigate('/logout')
}

const code = lazyCode(() => import('./unsaved-question.part.tsx'))

/**
 * Resolves to whether to log out: after saving, or without the unsaved work. Without its code the
 * question cannot be asked, and the user stays.
 */
export const askToLose = (left: LeftTexts): Promise<boolean> =>
  new Promise((resolve) => {
    let isLeaving = false
    const open = (UnsavedQuestion: ComponentType<UnsavedQuestionProps>) => {
      const id = modals.open({
        title: i18next.t('shell:unsaved.title'),
        size: 680,
        onClose: () => resolve(isLeaving),
        body: (
          <UnsavedQuestion
            left={left}
            onAnswer={(answer) => {
              isLeaving = answer
              if (answer) giveUpTexts()
              if (id !== undefined) modals.close(id)
            }}
          />
        ),
      })
      if (id === undefined) resolve(false)
    }
    code.load().then(
      ({ UnsavedQuestion }) => open(UnsavedQuestion),
      () => {
        showError(i18next.t('errors:network'))
        resolve(false)
      },
    )
  })
