/** What the frame's page says itself; it is said where fetching has failed, so both languages are there at once. */
export const embed = {
  noSuchElement:
    'The address of this frame names no figure that there is. It begins like this: embed.html?element=program',
  notLoaded: 'The figure could not be loaded. Reload the page to try again.',
};
