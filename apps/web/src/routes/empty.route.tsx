/** Cases Invoice and Invoice Management are empty pages by specification; the header has the title. */
export const Page = () => null
