import { caseStatus } from '@talus/contract'
import type { CaseStatus, casePriorities, Species } from '@talus/contract'
import type { ClinicKey } from './demo-clinics.ts'
import type { DemoUsername } from './demo-users.ts'

export interface CaseStory {
  readonly clinic: ClinicKey
  readonly species: Species
  readonly status: CaseStatus
  readonly priority: (typeof casePriorities)[number]
  /** The minimum age of the study: an answered case is older than a new one. */
  readonly daysAgo: number
  /** An open case was submitted this long before now; others with their study. */
  readonly minutesAgo?: number
  /** The minimum weight, for conditions that small dogs do not get. */
  readonly atLeastKg?: number
  /** English names of the anatomy package's study types. */
  readonly studyTypes: readonly string[]
  readonly clinicHistory: string
  readonly additionalNotes?: string
  readonly radiologist?: DemoUsername
  readonly requestMoreInfoMessage?: string
  readonly findings?: string
  readonly interpretation?: string
  readonly internalMedicineRecommandations?: string
  readonly signature?: string
  readonly cancelReason?: string
  readonly addendum?: { readonly text: string; readonly reason: string }
  /** Messages after the report. */
  readonly messages?: readonly { readonly isFromRadiologist: boolean; readonly text: string }[]
}

export const caseStories: readonly CaseStory[] = [
  {
    clinic: 'en',
    species: 'Canine',
    status: caseStatus.available,
    priority: '24 Hours',
    minutesAgo: 95,
    daysAgo: 0,
    studyTypes: ['Thorax'],
    clinicHistory:
      'Dry cough for three weeks, worse at night and with excitement. Grade III/VI left apical ' +
      'systolic murmur. Appetite and energy are normal. Please assess heart size and lung fields.',
    additionalNotes: 'Started on pimobendan five days ago.',
  },
  {
    clinic: 'en',
    species: 'Feline',
    status: caseStatus.available,
    priority: 'Urgent',
    minutesAgo: 25,
    daysAgo: 0,
    studyTypes: ['Abdomen'],
    clinicHistory:
      'Vomiting for two days, no food since yesterday. Found playing with sewing thread. Painful ' +
      'cranial abdomen, nothing seen under the tongue. Linear foreign body?',
  },
  {
    clinic: 'en',
    species: 'Equine',
    status: caseStatus.assigned,
    priority: '6 Hours',
    minutesAgo: 290,
    daysAgo: 1,
    studyTypes: ['Left Front Foot (Metacarpus/Digits)'],
    clinicHistory:
      'Lame 3/5 on the left fore since Sunday, worse on hard ground. Positive to hoof testers over ' +
      'the frog. Palmar digital nerve block improved the lameness by about 80 %.',
    additionalNotes: 'Shoes were pulled before the study.',
    radiologist: 'rad1',
  },
  {
    clinic: 'en',
    species: 'Canine',
    status: caseStatus.finalized,
    priority: '24 Hours',
    daysAgo: 20,
    atLeastKg: 18,
    studyTypes: ['Right Stifle', 'Pelvis/Hips'],
    clinicHistory:
      'Sudden right hind lameness after a run in the park. Cranial drawer is positive, moderate ' +
      'effusion. Surgery is planned; please comment on the hips as well.',
    radiologist: 'rad1',
    findings:
      'Right stifle: moderate increase of intracapsular soft tissue opacity with cranial ' +
      'displacement of the infrapatellar fat pad. Small osteophytes at the distal pole of the ' +
      'patella and the trochlear ridges. The tibia is slightly displaced cranially. ' +
      'Hips: femoral heads are well seated, no remodelling.',
    interpretation:
      'Moderate effusion and early osteoarthrosis of the right stifle, consistent with cranial ' +
      'cruciate ligament disease. Normal hips.',
    internalMedicineRecommandations:
      'Measure the tibial plateau angle on a true lateral view before surgery. Weight control and ' +
      'analgesia as needed until then.',
    signature: 'Dr. Rachel Dunmore',
    messages: [
      {
        isFromRadiologist: false,
        text: 'Thank you. Would you repeat the radiographs before surgery in two weeks?',
      },
      {
        isFromRadiologist: true,
        text: 'A true lateral view for the plateau angle is enough; the hips need no repeat.',
      },
    ],
  },
  {
    clinic: 'en',
    species: 'Canine',
    status: caseStatus.cancelled,
    priority: '24 Hours',
    daysAgo: 40,
    atLeastKg: 18,
    studyTypes: ['Lumbosacral Spine'],
    clinicHistory:
      'Reluctant to jump into the car for a month. Pain on extension of the lumbosacral joint. No ' +
      'neurological deficits.',
    cancelReason: 'Referred for MRI; an opinion on these images is no longer needed.',
  },
  {
    clinic: 'fr',
    species: 'Canine',
    status: caseStatus.available,
    priority: '24 Hours',
    minutesAgo: 180,
    daysAgo: 0,
    atLeastKg: 18,
    studyTypes: ['Pelvis/Hips'],
    clinicHistory:
      'Difficulté à se lever le matin et démarche chaloupée depuis deux mois. Douleur à ' +
      'l’extension des deux hanches. Dysplasie coxo-fémorale soupçonnée\u202f; merci de préciser le stade.',
    additionalNotes: 'Clichés pris sous sédation.',
  },
  {
    clinic: 'fr',
    species: 'Feline',
    status: caseStatus.waiting,
    priority: '6 Hours',
    minutesAgo: 150,
    daysAgo: 2,
    studyTypes: ['Thorax'],
    clinicHistory:
      'Respiration rapide au repos depuis hier, toux occasionnelle. Auscultation\u00a0: sifflements ' +
      'expiratoires diffus. Asthme félin ou cardiomyopathie\u202f?',
    radiologist: 'rad2',
    requestMoreInfoMessage:
      'Pourriez-vous ajouter une vue ventrodorsale et m’indiquer si un proBNP a été mesuré\u202f?',
  },
  {
    clinic: 'fr',
    species: 'Canine',
    status: caseStatus.assigned,
    priority: 'Urgent',
    minutesAgo: 75,
    daysAgo: 1,
    studyTypes: ['Abdomen'],
    clinicHistory:
      'Vomissements répétés depuis ce matin, a volé un épi de maïs il y a trois jours. Abdomen ' +
      'crânial douloureux, légère déshydratation. Corps étranger obstructif à confirmer.',
    radiologist: 'rad2',
  },
  {
    clinic: 'en',
    species: 'Feline',
    status: caseStatus.draft,
    priority: '24 Hours',
    daysAgo: 1,
    studyTypes: ['Thorax'],
    clinicHistory:
      'Weight loss over two months, occasional open-mouth breathing after play. Blood work pending.',
  },
  {
    clinic: 'fr',
    species: 'Canine',
    status: caseStatus.finalized,
    priority: '6 Hours',
    daysAgo: 12,
    studyTypes: ['Thorax'],
    clinicHistory:
      'Masse mammaire retirée il y a six mois. Contrôle du thorax avant une seconde chirurgie.',
    radiologist: 'rad2',
    findings:
      'Champs pulmonaires sans nodule visible sur les trois incidences. Silhouette cardiaque dans ' +
      'les limites de la normale. Trachée et œsophage sans particularité. Spondylose modérée de ' +
      'T10 à T13.',
    interpretation: 'Aucun signe de métastase pulmonaire. Spondylose thoracique sans conséquence.',
    internalMedicineRecommandations: 'Contrôle radiographique du thorax dans trois mois.',
    signature: 'Dr Rémi Beausoleil',
    addendum: {
      text:
        'Après comparaison avec l’examen précédent\u00a0: l’opacité ronde de 4 mm en regard de la ' +
        'sixième côte droite est un mamelon, visible aussi en mars. La conclusion ne change pas.',
      reason: 'Comparaison avec l’examen précédent',
    },
    messages: [
      {
        isFromRadiologist: false,
        text: 'Merci. La petite opacité à droite est-elle à surveiller\u202f?',
      },
    ],
  },
]
