import type { TemplateTexts } from './shipped-template.ts'

const thorax = `
## Technique
Radiographies du thorax\u00a0: [profil droit, profil gauche et face ventro-dorsale* | profil droit et face ventro-dorsale | profil droit et face dorso-ventrale | un seul profil]. La qualité est [diagnostique* | limitée par le flou de mouvement | limitée par le positionnement | limitée par l’expiration].
## Observations
### Cœur et gros vaisseaux
La silhouette cardiaque est [de taille et de forme normales* | légèrement augmentée | modérément augmentée | fortement augmentée | petite]. L’atrium gauche est [de taille normale* | légèrement dilaté | modérément dilaté | fortement dilaté]. L’aorte et la veine cave caudale sont [normales* | anormales].
Les artères et les veines pulmonaires sont [de calibre normal et comparable* | élargies\u00a0: artères | élargies\u00a0: veines | élargies\u00a0: les deux | fines].
### Poumons et voies respiratoires
Le parenchyme pulmonaire est [bien aéré, sans image anormale* | le siège d’une opacification bronchique | le siège d’une opacification interstitielle | le siège d’une opacification alvéolaire | le siège de nodules ou d’une masse]. Répartition\u00a0: [sans objet* | diffuse | péri-hilaire | crânio-ventrale | caudo-dorsale | focale].
La trachée est [de trajet et de diamètre normaux* | déplacée dorsalement | rétrécie | déviée].
### Plèvre et médiastin
[Absence d’épanchement et de gaz* | Présence d’un épanchement pleural | Présence d’un pneumothorax] dans l’espace pleural. Le médiastin et les nœuds lymphatiques sont [normaux* | élargis].
### Paroi thoracique et structures incluses
Les côtes, le sternum, les vertèbres, le diaphragme et l’abdomen crânial inclus sont [normaux* | anormaux, voir ci-dessous].
## Interprétation
[]{Conclusion, l’essentiel d’abord}
## Recommandations
[Aucune.]
`

const abdomen = `
## Technique
Radiographies de l’abdomen\u00a0: [profil droit et face ventro-dorsale* | profil droit, profil gauche et face ventro-dorsale | un seul profil]. Le contraste abdominal est [normal* | diminué par l’état corporel | diminué par un épanchement | diminué par le jeune âge].
## Observations
### Foie et rate
Le foie est [de taille et de contours normaux* | augmenté de taille | petit | irrégulier]. La rate est [normale* | augmentée de taille | déformée par une masse].
### Appareil urinaire
Les reins sont [de taille, de forme et d’opacité normales* | augmentés de taille | petits | irréguliers | non visibles]. Longueur du rein gauche\u00a0: [#]{rapport à L2\u00a0; chien 2,5–3,5, chat 1,9–2,6} fois la longueur de L2. La vessie est [modérément remplie, sans opacité minérale* | distendue | vide | le siège d’opacités minérales].
### Appareil digestif
L’estomac contient [un peu de gaz et d’aliments* | du liquide | un corps étranger | beaucoup de gaz]. L’intestin grêle est [de diamètre et de répartition normaux* | dilaté par segments | dilaté de façon diffuse | plissé]. Le côlon contient [des matières moulées* | du liquide | des matières retenues | du gaz].
### Espaces péritonéal et rétropéritonéal
[Absence d’épanchement, de gaz libre et de masse* | Épanchement péritonéal | Gaz libre | Masse | Épanchement rétropéritonéal].
### Squelette
Les vertèbres, le bassin et les hanches inclus sont [normaux* | anormaux, voir ci-dessous].
## Interprétation
[]{Conclusion, l’essentiel d’abord}
## Recommandations
[Aucune.]
`

const pelvis = `
## Technique
Radiographie du bassin\u00a0: [face ventro-dorsale, membres en extension* | face ventro-dorsale en extension et profil | face ventro-dorsale en grenouille]. Le positionnement est [symétrique* | basculé à gauche | basculé à droite].
## Observations
### Hanche droite
La tête fémorale est [congruente et couverte au moins à moitié* | légèrement subluxée | modérément subluxée | luxée]. Ostéophytes\u00a0: [absents* | discrets | modérés | marqués]. Angle de Norberg\u00a0: [# °].
### Hanche gauche
La tête fémorale est [congruente et couverte au moins à moitié* | légèrement subluxée | modérément subluxée | luxée]. Ostéophytes\u00a0: [absents* | discrets | modérés | marqués]. Angle de Norberg\u00a0: [# °].
### Bassin, sacrum et tissus mous
Le bassin est [intact* | fracturé]. Les articulations sacro-iliaques sont [normales* | disjointes]. La jonction lombo-sacrée est [normale* | le siège d’une spondylose | le siège d’une vertèbre de transition]. La masse musculaire est [symétrique* | diminuée à gauche | diminuée à droite].
## Interprétation
[Absence de signe de dysplasie de la hanche* | Dysplasie légère | Dysplasie modérée | Dysplasie sévère | Traumatisme, voir la description]. []{Conclusion}
## Recommandations
[Aucune.]
`

const stifle = `
## Technique
Radiographies du grasset [gauche | droit]\u00a0: [vues médio-latérale et crânio-caudale* | vue médio-latérale | vue médio-latérale, tarse à 90°].
## Observations
### Espace articulaire et coussinet adipeux
Épanchement\u00a0: [absent* | léger | modéré | marqué]. Le coussinet adipeux infrapatellaire est [normal* | réduit | refoulé crânialement]. Le plan graisseux caudal à l’articulation est [normal* | refoulé caudalement].
### Alignement
Le tibia est [en position normale* | déplacé crânialement]. La patella est [dans la trochlée* | luxée médialement | luxée latéralement]. Angle du plateau tibial\u00a0: [# °].
### Os
Ostéophytes\u00a0: [absents* | discrets | modérés | marqués]. L’os sous-chondral est [normal* | sclérosé | le siège d’un défaut du condyle fémoral latéral | lytique]. Les corticales sont [intactes* | fracturées | lytiques ou prolifératives].
### Tissus mous
[Normaux* | Épaissis | Le siège d’opacités minérales].
## Interprétation
[]{Conclusion, p.\u00a0ex. épanchement et arthrose compatibles avec une maladie du ligament croisé crânial}
## Recommandations
[Aucune.]
`

const elbow = `
## Technique
Radiographies du coude [gauche | droit]\u00a0: [vues médio-latérale en flexion, médio-latérale neutre et crânio-caudale* | vues médio-latérale neutre et crânio-caudale | vue médio-latérale en flexion].
## Observations
### Articulation
Congruence\u00a0: [normale* | marche entre le radius et l’ulna | interligne huméro-ulnaire élargi]. Épanchement\u00a0: [non visible* | présent].
### Processus coronoïde et anconé
Le processus coronoïde médial est [bien défini* | émoussé | mal défini | fragmenté]. Le processus anconé est [uni* | non uni | prolifératif]. Sclérose sous-trochléaire\u00a0: [absente* | discrète | marquée].
### Condyle huméral
Le condyle huméral médial est [lisse* | aplati ou le siège d’un défaut sous-chondral]. Une fissure du condyle est [non visible* | visible | suspectée].
### Ostéophytes
Plus grand ostéophyte\u00a0: [# mm]{0 si absent\u00a0; grade 1 sous 2 mm, grade 2 de 2 à 5 mm, grade 3 au-delà de 5 mm}.
## Interprétation
Coude de grade [0* | 1 | 2 | 3]. []{Conclusion}
## Recommandations
[Aucune.]
`

const spine = `
## Technique
Radiographies du rachis [cervical | thoraco-lombaire | lombo-sacré | entier]\u00a0: [profil et face ventro-dorsale* | profil | profil en flexion et en extension]. Le positionnement est [rectiligne* | en rotation].
## Observations
### Vertèbres
Le nombre et la forme sont [normaux* | anormaux\u00a0: vertèbre de transition | anormaux\u00a0: bloc vertébral | anormaux\u00a0: hémivertèbre]. L’alignement est [normal* | modifié]. Fracture ou luxation\u00a0: [absente* | présente].
### Espaces intervertébraux et foramens
Les espaces discaux sont [de largeur normale et régulière* | pincés]. Site\u00a0: [sans objet*|C2–C3|C3–C4|C4–C5|C5–C6|C6–C7|T11–T12|T12–T13|T13–L1|L1–L2|L2–L3|L3–L4|L7–S1]. Opacité minérale dans le canal vertébral ou les foramens\u00a0: [absente* | présente].
### Plateaux et bords vertébraux
Les plateaux vertébraux sont [lisses* | irréguliers et lytiques, comme lors de discospondylite]. Spondylose\u00a0: [absente* | discrète | modérée | en pont]. Lyse ou prolifération osseuse\u00a0: [absente* | présente].
### Tissus mous
[Normaux* | Épaissis].
## Interprétation
[]{Conclusion}
Les radiographies ne montrent ni la moelle épinière ni le matériel discal non minéralisé.
## Recommandations
[Aucune | Scanner | IRM*] en présence de signes neurologiques.
`

const skull = `
## Technique
Radiographies du crâne\u00a0: [profil et face ventro-dorsale* | profil, face ventro-dorsale et vue rostro-caudale gueule ouverte | profil oblique]. L’animal était [anesthésié* | tranquillisé | vigile].
## Observations
### Boîte crânienne
La voûte est [intacte* | fracturée | lytique | épaissie].
### Cavités nasales et sinus frontaux
Les cornets sont [symétriques et bien définis* | détruits à gauche | détruits à droite | détruits des deux côtés]. L’opacité des cavités nasales est [normale* | augmentée à gauche | augmentée à droite | augmentée des deux côtés]. Les sinus frontaux sont [aérés* | opaques].
### Bulles tympaniques
La bulle gauche est [aérée, à paroi fine* | épaissie | opaque | lytique]. La bulle droite est [aérée, à paroi fine* | épaissie | opaque | lytique].
### Mâchoires et articulations temporo-mandibulaires
La mandibule et le maxillaire sont [intacts* | fracturés | lytiques]. Les articulations temporo-mandibulaires sont [congruentes* | luxées | arthrosiques].
### Larynx, pharynx et tissus mous
[Normaux* | Épaissis | Le siège d’un corps étranger].
## Interprétation
[]{Conclusion}
## Recommandations
[Aucune.]
`

const dental = `
## Technique
[Bilan intra-oral complet* | Clichés intra-oraux choisis], sous anesthésie générale. Les dents sont numérotées selon le système de Triadan modifié.
## Observations
### Dents absentes, retenues et surnuméraires
Absentes\u00a0: [aucune]. Racines retenues\u00a0: [aucune]. Incluses ou surnuméraires\u00a0: [aucune].
### Os parodontal
Perte osseuse horizontale\u00a0: [absente* | moins de 25\u00a0% | 25–50\u00a0% | plus de 50\u00a0%]. Dents avec perte osseuse verticale\u00a0: [aucune]. Atteinte de furcation\u00a0: [aucune].
### Dents et pulpe
Dents fracturées\u00a0: [aucune]. Clarté périapicale\u00a0: [aucune]. Cavité pulpaire élargie par rapport à la même dent de l’autre côté\u00a0: [aucune].
### Résorption
Dents atteintes de résorption\u00a0: [aucune]. Type\u00a0: [sans objet* | 1 | 2 | 3].
### Mâchoires
La mandibule et le maxillaire sont [intacts* | fracturés | lytiques | le siège d’un kyste]. La symphyse mandibulaire est [normale* | élargie].
## Interprétation
Stade parodontal de la dent la plus atteinte\u00a0: [0 | 1 | 2 | 3 | 4]. []{Conclusion dent par dent}
## Recommandations
Dents à extraire\u00a0: [aucune]. Dents à surveiller\u00a0: [aucune].
`

const equineFoot = `
## Technique
Radiographies du pied [antérieur gauche | antérieur droit | postérieur gauche | postérieur droit]\u00a0: [vues latéro-médiale, dorso-palmaire, deux obliques et palmaro-proximale palmaro-distale* | vues latéro-médiale et dorso-palmaire | vue latéro-médiale]. Les fers étaient [retirés* | en place]. La fourchette était [comblée* | non comblée].
## Observations
### Aplombs et boîte cornée
L’axe pied–paturon est [droit* | cassé vers l’arrière | cassé vers l’avant]. L’équilibre médio-latéral est [horizontal* | plus haut médialement | plus haut latéralement]. Épaisseur de sole sous la pointe\u00a0: [# mm]. Angle de la phalange distale avec le sol\u00a0: [# °].
### Phalange distale
La paroi dorsale et la phalange distale sont [parallèles* | en rotation]. Rotation\u00a0: [# °]{0 si absente}. Distance de descente\u00a0: [# mm]. Le bord solaire est [lisse* | irrégulier | remanié à la pointe]. Fracture\u00a0: [absente* | présente].
### Os naviculaire
Invaginations synoviales\u00a0: [peu nombreuses et coniques* | élargies | en massue]. La limite cortico-médullaire est [nette* | réduite]. La corticale des fléchisseurs est [lisse* | amincie | érodée]. Enthésophytes ou fragments du bord distal\u00a0: [absents* | présents].
### Articulations
L’articulation interphalangienne distale est [normale* | le siège d’ostéophytes | distendue]. L’articulation interphalangienne proximale est [normale* | arthrosique].
### Tissus mous
Ossification des cartilages ungulaires\u00a0: [absente* | discrète | marquée]. Gaz dans le sabot\u00a0: [absent* | présent].
## Interprétation
[]{Conclusion}
## Recommandations
[Aucune.]
`

const ctThorax = `
## Technique
Scanner du thorax en décubitus [sternal* | dorsal], [avant et après* | sans | après] injection intraveineuse de produit de contraste, en [apnée* | respiration libre]. Épaisseur de coupe\u00a0: [# mm].
## Observations
### Poumons
Les poumons sont [aérés de façon homogène, sans nodule* | le siège de nodules | le siège d’une masse | en verre dépoli | consolidés]. Localisation\u00a0: [sans objet]. Plus grande lésion\u00a0: [# mm]{0 si absente}. Atélectasie des zones déclives\u00a0: [absente* | discrète | marquée].
### Voies respiratoires
La trachée et les bronches sont [libres et de calibre normal* | collabées | dilatées | encombrées].
### Cœur et vaisseaux
Le cœur est [de taille normale* | augmenté de taille]. Les artères pulmonaires sont [entièrement opacifiées* | le siège d’un défaut de remplissage | non évaluables sans contraste]. L’aorte et ses branches sont [normales* | anormales].
### Médiastin et nœuds lymphatiques
Les nœuds lymphatiques sternaux, médiastinaux crâniaux et trachéo-bronchiques sont [de taille et de rehaussement normaux* | augmentés de taille]. Plus grand petit axe\u00a0: [# mm]. Thymus ou masse médiastinale\u00a0: [absent* | présent].
### Plèvre, paroi et abdomen inclus
Épanchement pleural\u00a0: [absent* | léger | modéré | marqué]. Pneumothorax\u00a0: [absent* | présent]. Les côtes, le sternum et les vertèbres sont [normaux* | lytiques ou fracturés]. L’abdomen inclus est [normal* | anormal, voir ci-dessous].
## Interprétation
[]{Conclusion, l’essentiel d’abord}
## Recommandations
[Aucune.]
`

export const frenchTemplates: TemplateTexts = {
  thorax: { name: 'Thorax', text: thorax },
  abdomen: { name: 'Abdomen', text: abdomen },
  pelvis: { name: 'Bassin et hanches', text: pelvis },
  stifle: { name: 'Grasset', text: stifle },
  elbow: { name: 'Coude', text: elbow },
  spine: { name: 'Rachis', text: spine },
  skull: { name: 'Crâne', text: skull },
  dental: { name: 'Dents', text: dental },
  'equine-foot': { name: 'Pied du cheval', text: equineFoot },
  'ct-thorax': { name: 'Scanner du thorax', text: ctThorax },
}
