import { useMediaQuery } from '@mantine/hooks'
import type { Image, Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { imageQueries } from '../../../api/records/image.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useStore } from '../../../store.ts'
import { openForm } from '../../../ui/form/open-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { imageDragType, slotDragType } from '../pages/slot-actions.ts'
import type { SlotActions } from '../pages/slot-actions.ts'
import { withImage, withImagesSwapped, withoutImage } from '../state/report-changes.ts'
import type { ReportStore } from '../state/report-store.ts'
import { addImage, createSlot } from '../state/slots.ts'
import type { SlotPatient } from '../state/slots.ts'
import { CaptionForm } from './caption-form.tsx'
import { useReportTexts } from './use-report-texts.ts'

const DraggedSlot = z.object({ pageId: z.string(), slot: z.int() })

const parseSlot = (text: string) =>
  text === '' ? undefined : DraggedSlot.safeParse(JSON.parse(text)).data

/** How the slots of a page are filled: by the picker, by dragging, or by a press in the panel. */
export function useSlotActions(study: Study, store: ReportStore) {
  const { t } = useTranslation()
  const reportText = useReportTexts(useStore(store).report.language)
  const { clinic } = useClinicInUse()
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  })
  const images = useQuery(imageQueries.ofStudy(study.id)).data ?? []
  const texts = () => ({
    language: store.get().report.language,
    timeZone: clinic?.timeZone,
    kind: reportText('report:slot.kind'),
  })
  const { change } = store.actions
  const place = (pageId: string, slot: number, image: Image, otherPatient?: SlotPatient) =>
    change(pageId, (page) => withImage(page, createSlot(image, slot, { ...texts(), otherPatient })))

  const actions: SlotActions = {
    choose: async (pageId, slot) => {
      const { ImagePicker } = await import('../picker/image-picker.tsx')
      openForm(
        t('report:picker.title'),
        (close) => (
          <ImagePicker
            clinicId={study.clinicId}
            timeZone={clinic?.timeZone}
            start={{ patientId: study.patientId, studyId: study.id }}
            onPick={(image, other) => {
              place(pageId, slot, image, other)
              close()
            }}
            onCancel={close}
          />
        ),
        680,
      )
    },
    drop: (pageId, slot, data) => {
      const image = images.find(({ id }) => String(id) === data.getData(imageDragType))
      if (image) place(pageId, slot, image)
      const from = parseSlot(data.getData(slotDragType))
      if (from?.pageId === pageId)
        change(pageId, (page) => withImagesSwapped(page, from.slot, slot))
    },
    describe: (pageId, slot) =>
      openForm(t('report:slot.describeTitle'), (close) => (
        <CaptionForm
          slot={slot}
          onSave={(described) => {
            change(pageId, (page) => withImage(page, described))
            close()
          }}
          onCancel={close}
        />
      )),
    remove: (pageId, slot) => {
      change(pageId, (page) => withoutImage(page, slot))
    },
  }
  return {
    actions,
    isPhone,
    /** Puts an image into the next free slot of the active page, or of the last one. */
    addImage: (image: Image) => {
      const { report, activeId } = store.get()
      const page = report.pages.find(({ id }) => id === activeId) ?? report.pages.at(-1)
      if (!page) return
      const next = addImage(page, (index) => createSlot(image, index, texts()))
      if (next) change(page.id, () => next)
      else toast.warning(t('report:slot.noFree'))
    },
  }
}
