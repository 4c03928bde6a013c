import type { TemplateTexts } from './shipped-template.ts'

const thorax = `
## Technique
[Right lateral, left lateral and ventrodorsal* | Right lateral and ventrodorsal | Right lateral and dorsoventral | Single lateral] projections of the thorax. Image quality is [diagnostic* | limited by motion | limited by positioning | limited by expiration].
## Findings
### Heart and great vessels
The cardiac silhouette is [normal in size and shape* | mildly enlarged | moderately enlarged | severely enlarged | small]. The left atrium is [not enlarged* | mildly enlarged | moderately enlarged | severely enlarged]. The aorta and caudal vena cava are [normal* | abnormal].
Pulmonary arteries and veins are [matched and normal in size* | enlarged: arteries | enlarged: veins | enlarged: both | small].
### Lungs and airways
The pulmonary parenchyma is [normally aerated, without a pattern* | shows a bronchial pattern | shows an interstitial pattern | shows an alveolar pattern | contains nodules or a mass]. Distribution: [not applicable* | diffuse | perihilar | cranioventral | caudodorsal | focal].
The trachea is [normal in course and diameter* | dorsally displaced | narrowed | deviated].
### Pleural space and mediastinum
There is [no pleural effusion or gas* | pleural effusion | pneumothorax]. The mediastinum and lymph nodes are [normal* | widened | enlarged].
### Thoracic wall and included structures
Ribs, sternum, vertebrae, diaphragm and the included cranial abdomen are [normal* | abnormal, as described below].
## Interpretation
[]{Conclusion, most important finding first}
## Recommendations
[None.]
`

const abdomen = `
## Technique
[Right lateral and ventrodorsal* | Right lateral, left lateral and ventrodorsal | Single lateral] projections of the abdomen. Serosal detail is [normal* | reduced by body condition | reduced by effusion | reduced by age].
## Findings
### Liver and spleen
The liver is [normal in size and margin* | enlarged | small | irregular]. The spleen is [normal* | enlarged | contains a mass].
### Urinary tract
The kidneys are [normal in size, shape and opacity* | enlarged | small | irregular | not seen]. Length of the left kidney: [#]{ratio to L2; dog 2.5–3.5, cat 1.9–2.6} times the length of L2. The urinary bladder is [moderately filled, without a mineral opacity* | distended | empty | contains mineral opacities].
### Gastrointestinal tract
The stomach contains [a small amount of gas and ingesta* | fluid | foreign material | a large amount of gas]. The small intestine is [normal in diameter and distribution* | segmentally dilated | diffusely dilated | plicated]. The colon contains [formed faeces* | fluid | retained faeces | gas].
### Peritoneal and retroperitoneal space
There is [no effusion, free gas or mass* | peritoneal effusion | free gas | a mass | retroperitoneal effusion].
### Skeleton
The included vertebrae, pelvis and hips are [normal* | abnormal, as described below].
## Interpretation
[]{Conclusion, most important finding first}
## Recommendations
[None.]
`

const pelvis = `
## Technique
[Extended ventrodorsal* | Extended ventrodorsal and lateral | Frog-leg ventrodorsal] projection of the pelvis. Positioning is [symmetrical* | rotated to the left | rotated to the right].
## Findings
### Right hip
The femoral head is [congruent, with at least half of it covered* | mildly subluxated | moderately subluxated | luxated]. Osteophytes: [none* | mild | moderate | severe]. Norberg angle: [# °].
### Left hip
The femoral head is [congruent, with at least half of it covered* | mildly subluxated | moderately subluxated | luxated]. Osteophytes: [none* | mild | moderate | severe]. Norberg angle: [# °].
### Pelvis, sacrum and soft tissues
The pelvis is [intact* | fractured]. The sacroiliac joints are [normal* | separated]. The lumbosacral junction is [normal* | shows spondylosis | shows a transitional vertebra]. Muscle mass is [symmetrical* | reduced on the left | reduced on the right].
## Interpretation
[No evidence of hip dysplasia* | Mild hip dysplasia | Moderate hip dysplasia | Severe hip dysplasia | Trauma, as described]. []{Conclusion}
## Recommendations
[None.]
`

const stifle = `
## Technique
[Mediolateral and craniocaudal* | Mediolateral | Mediolateral with tarsus at 90°] projections of the [left | right] stifle.
## Findings
### Joint space and fat pad
Effusion: [none* | mild | moderate | severe]. The infrapatellar fat pad is [normal* | reduced | displaced cranially]. The fascial plane caudal to the joint is [normal* | displaced caudally].
### Alignment
The tibia is [in a normal position* | displaced cranially]. The patella is [in the trochlear groove* | luxated medially | luxated laterally]. Tibial plateau angle: [# °].
### Bone
Osteophytes: [none* | mild | moderate | severe]. Subchondral bone is [normal* | sclerotic | shows a defect of the lateral femoral condyle | lytic]. Cortices are [intact* | fractured | lytic or proliferative].
### Soft tissues
[Normal* | Swollen | Contain mineral opacities].
## Interpretation
[]{Conclusion, e.g. effusion and osteoarthritis consistent with cranial cruciate ligament disease}
## Recommendations
[None.]
`

const elbow = `
## Technique
[Mediolateral in flexion, neutral mediolateral and craniocaudal* | Neutral mediolateral and craniocaudal | Mediolateral in flexion] projections of the [left | right] elbow.
## Findings
### Joint
Congruity: [normal* | step between radius and ulna | widened humeroulnar joint space]. Effusion: [none visible* | present].
### Coronoid and anconeal processes
The medial coronoid process is [well defined* | blunted | poorly defined | fragmented]. The anconeal process is [united* | ununited | proliferative]. Subtrochlear sclerosis: [none* | mild | marked].
### Humeral condyle
The medial humeral condyle is [smooth* | flattened or with a subchondral defect]. A fissure of the condyle is [not seen* | seen | suspected].
### Osteophytes
Largest osteophyte: [# mm]{0 if none; grade 1 below 2 mm, grade 2 from 2 to 5 mm, grade 3 above 5 mm}.
## Interpretation
Elbow grade [0* | 1 | 2 | 3]. []{Conclusion}
## Recommendations
[None.]
`

const spine = `
## Technique
[Lateral and ventrodorsal* | Lateral | Lateral in flexion and extension] projections of the [cervical | thoracolumbar | lumbosacral | whole] spine. Positioning is [straight* | rotated].
## Findings
### Vertebrae
Number and shape are [normal* | abnormal: transitional vertebra | abnormal: block vertebra | abnormal: hemivertebra]. Alignment is [normal* | altered]. Fracture or luxation: [none* | present].
### Intervertebral spaces and foramina
Disc spaces are [of normal and even width* | narrowed]. Site: [not applicable*|C2–C3|C3–C4|C4–C5|C5–C6|C6–C7|T11–T12|T12–T13|T13–L1|L1–L2|L2–L3|L3–L4|L7–S1]. Mineral opacity in the vertebral canal or foramina: [none* | present].
### End plates and margins
End plates are [smooth* | irregular and lytic, as in discospondylitis]. Spondylosis: [none* | mild | moderate | bridging]. Lysis or proliferation of other bone: [none* | present].
### Soft tissues
[Normal* | Swollen].
## Interpretation
[]{Conclusion}
Radiographs show neither the spinal cord nor non-mineralized disc material.
## Recommendations
[None | CT | MRI*] if neurological signs are present.
`

const skull = `
## Technique
[Lateral and ventrodorsal* | Lateral, ventrodorsal and open-mouth rostrocaudal | Lateral oblique] projections of the skull. The animal was [anaesthetized* | sedated | awake].
## Findings
### Cranium
The calvarium is [intact* | fractured | lytic | thickened].
### Nasal cavity and frontal sinuses
The turbinates are [symmetrical and well defined* | destroyed on the left | destroyed on the right | destroyed on both sides]. The opacity of the nasal cavity is [normal* | increased on the left | increased on the right | increased on both sides]. The frontal sinuses are [air-filled* | opaque].
### Tympanic bullae
The left bulla is [thin-walled and air-filled* | thickened | opaque | lytic]. The right bulla is [thin-walled and air-filled* | thickened | opaque | lytic].
### Jaws and temporomandibular joints
Mandible and maxilla are [intact* | fractured | lytic]. The temporomandibular joints are [congruent* | luxated | osteoarthritic].
### Larynx, pharynx and soft tissues
[Normal* | Swollen | Contain a foreign body].
## Interpretation
[]{Conclusion}
## Recommendations
[None.]
`

const dental = `
## Technique
[Full-mouth intraoral series* | Selected intraoral projections], under general anaesthesia. Teeth are numbered in the modified Triadan system.
## Findings
### Missing, retained and supernumerary teeth
Missing: [none]. Retained roots: [none]. Unerupted or supernumerary: [none].
### Periodontal bone
Horizontal bone loss: [none* | below 25 % | 25–50 % | above 50 %]. Teeth with vertical bone loss: [none]. Furcation involvement: [none].
### Teeth and pulp
Fractured teeth: [none]. Periapical lucency: [none]. Widened pulp cavity compared with the same tooth of the other side: [none].
### Resorption
Teeth with resorption: [none]. Type: [not applicable* | 1 | 2 | 3].
### Jaws
The mandible and maxilla are [intact* | fractured | lytic | show a cyst]. The mandibular symphysis is [normal* | widened].
## Interpretation
Periodontal stage, worst tooth: [0 | 1 | 2 | 3 | 4]. []{Conclusion by tooth}
## Recommendations
Teeth for extraction: [none]. Teeth to be followed: [none].
`

const equineFoot = `
## Technique
[Lateromedial, dorsopalmar, two dorsopalmar obliques and palmaroproximal-palmarodistal oblique* | Lateromedial and dorsopalmar | Lateromedial] projections of the [left fore | right fore | left hind | right hind] foot. Shoes were [removed* | left on]. The frog was [packed* | not packed].
## Findings
### Balance and hoof capsule
The hoof–pastern axis is [straight* | broken back | broken forward]. Mediolateral balance is [level* | higher medially | higher laterally]. Sole depth at the tip: [# mm]. Angle of the distal phalanx to the ground: [# °].
### Distal phalanx
The dorsal hoof wall and the distal phalanx are [parallel* | rotated]. Rotation: [# °]{0 if none}. Founder distance: [# mm]. The solar margin is [smooth* | irregular | remodelled at the tip]. Fracture: [none* | present].
### Navicular bone
Synovial invaginations: [few and conical* | enlarged | lollipop-shaped]. Corticomedullary definition is [good* | reduced]. The flexor cortex is [smooth* | thinned | eroded]. Enthesophytes or distal border fragments: [none* | present].
### Joints
The distal interphalangeal joint is [normal* | shows osteophytes | effused]. The proximal interphalangeal joint is [normal* | osteoarthritic].
### Soft tissues
Ossification of the ungual cartilages: [none* | mild | marked]. Gas in the hoof: [none* | present].
## Interpretation
[]{Conclusion}
## Recommendations
[None.]
`

const ctThorax = `
## Technique
CT of the thorax in [sternal* | dorsal] recumbency, [before and after* | without | after] intravenous contrast medium, during [apnoea* | free breathing]. Slice thickness: [# mm].
## Findings
### Lungs
The lungs are [evenly aerated, without nodules* | contain nodules | contain a mass | show ground-glass opacity | consolidated]. Location: [not applicable]. Largest lesion: [# mm]{0 if none}. Atelectasis in dependent parts: [none* | mild | marked].
### Airways
Trachea and bronchi are [patent and normal in calibre* | collapsed | dilated | contain material].
### Heart and vessels
The heart is [normal in size* | enlarged]. The pulmonary arteries are [fully opacified* | show a filling defect | not assessed without contrast]. The aorta and its branches are [normal* | abnormal].
### Mediastinum and lymph nodes
Sternal, cranial mediastinal and tracheobronchial lymph nodes are [normal in size and contrast* | enlarged]. Largest short axis: [# mm]. Thymus or mediastinal mass: [none* | present].
### Pleura, wall and included abdomen
Pleural effusion: [none* | mild | moderate | marked]. Pneumothorax: [none* | present]. Ribs, sternum and vertebrae are [normal* | lytic or fractured]. The included abdomen is [normal* | abnormal, as described below].
## Interpretation
[]{Conclusion, most important finding first}
## Recommendations
[None.]
`

export const englishTemplates: TemplateTexts = {
  thorax: { name: 'Thorax', text: thorax },
  abdomen: { name: 'Abdomen', text: abdomen },
  pelvis: { name: 'Pelvis and hips', text: pelvis },
  stifle: { name: 'Stifle', text: stifle },
  elbow: { name: 'Elbow', text: elbow },
  spine: { name: 'Spine', text: spine },
  skull: { name: 'Skull', text: skull },
  dental: { name: 'Teeth', text: dental },
  'equine-foot': { name: 'Foot of the horse', text: equineFoot },
  'ct-thorax': { name: 'CT of the thorax', text: ctThorax },
}
