export type OwnerEntry = readonly [name: string, address: string]

/** The first owners of each list live on a farm and own the horses. */
export const ownersEn: readonly OwnerEntry[] = [
  ['Hollis Abernethy', '4410 Concession Road 7, Millbank'],
  ['Marnie Kowalchuk', '118 Sideroad 20 South, Millbank'],
  ['Grant Fernsby', '7702 County Road 34, Oxbow'],
  ['Deirdre McAllan', '19 Paisley Street, Harrowfield'],
  ['Tobias Wren', '302-55 Yarmouth Street, Harrowfield'],
  ['Anjali Deshmukh', '8 Silverbirch Crescent, Harrowfield'],
  ['Colin Brathwaite', '641 Harrow Creek Road, Harrowfield'],
  ['Jocelyn Tran-Hughes', '27 Fife Court, Harrowfield'],
  ['Wendell Oakes', '90 Woolwich Street, Harrowfield'],
  ['Siobhan Kilbride', '14 Speedwell Lane, Harrowfield'],
  ['Marcus Adeyemi', '233 Cartwright Road, Harrowfield'],
  ['Lucinda Farrow', '5 Ironwood Place, Harrowfield'],
  ['Piotr Zielonka', '76 Kiln Road, Oxbow'],
  ['Beatrice Sandoval', '409-12 Mill Street, Harrowfield'],
  ['Ewan Carmichael-Ross', '31 Exhibition Street, Harrowfield'],
  ['Hana Yoshikawa', '187 Victoria Road, Harrowfield'],
  ['Rosalind Peckham', '22 Main Street East, Oxbow'],
  ['Desmond Lafferty', '3 Harris Street, Oxbow'],
  ['Gwen Blackmore', '58 Water Street, Harrowfield'],
  ['Amir Farahani', '1020 Gorton Street, Harrowfield'],
  ['Isla Thornbury', '66 Cork Street West, Harrowfield'],
  ['Nathaniel Quigg', '11 Village Green Drive, Harrowfield'],
]

export const ownersFr: readonly OwnerEntry[] = [
  ['Gaétan Létourneau', '1245, rang des Chênes, Val-Doré'],
  ['Marie-Ève Chênevert', '88, 4e Rang, Val-Doré'],
  ['Réjean Archambault', '37, rue Girouard, Val-aux-Frênes'],
  ['Océane Drapeau', '5, avenue Sainte-Anne, Val-Doré'],
  ['François Hébert-Lemay', '612, rue des Saules, Val-aux-Frênes'],
  ['Josée Beauséjour', '14, rue du Curé-Labelle, Val-Doré'],
  ['Benoît Charlebois', '230, boul. Laval, Val-aux-Frênes'],
  ['Cléo Rancourt', '9, rue des Érables, Grand-Pic'],
  ['Jérôme Painchaud', '71, rue Principale, Grand-Pic'],
  ['Solène Marchessault', '406, rue Saint-Amand, Grand-Pic'],
  ['Théo Gagné-Fiset', '19, rue de la Plage, Grand-Pic'],
  ['Noëlla Quesnel', '3, place Frontenac, Val-aux-Frênes'],
  ['Raphaël Doucet', '550, chemin des Patriotes, Val-Doré'],
  ['Maïté Villeneuve', '27, rue Bérard, Val-aux-Frênes'],
  ['Yvon Prud’homme', '162, rang du Cordon, Val-Doré'],
  ['Émilie Saint-Onge', '8, rue Concorde, Val-aux-Frênes'],
  ['Loïc Tétreault', '45, rue Morison, Val-aux-Frênes'],
  ['Anaïs Bélair', '1080, rue Brodeur, Val-aux-Frênes'],
]

export type HumanPatient = readonly [name: string, sex: 'Male' | 'Female', ageYears: number]
export const humanPatients: readonly HumanPatient[] = [
  ['Margaret Okonkwo', 'Female', 61],
  ['Leonard Fitch', 'Male', 47],
  ['Yasmin Haddad', 'Female', 29],
  ['Gordon Pemberton', 'Male', 74],
]
