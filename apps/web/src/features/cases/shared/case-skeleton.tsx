import { Box, Skeleton } from '@mantine/core'

/** The place of a case that is being loaded; a margin of the skeleton itself would widen the page. */
export const CaseSkeleton = () => (
  <Box p="md">
    <Skeleton height={480} />
  </Box>
)
