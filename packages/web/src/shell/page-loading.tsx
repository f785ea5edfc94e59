import { Center, Loader } from '@mantine/core';

/** While the first files of the app are loaded. */
export function PageLoading() {
  return (
    <Center h="100dvh" className="seen-late">
      <Loader aria-label="Loading" />
    </Center>
  );
}
