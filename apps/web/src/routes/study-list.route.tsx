import { StudyList } from '../features/studies/study-list.tsx'

export const Page = () => <StudyList />
