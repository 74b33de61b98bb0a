/** The frame's page and the "Embed" menu. */
export const embed = {
  noSuchElement:
    'The address of this frame names no figure that there is. It begins like this: embed.html?element=program',
  notLoaded: 'The figure could not be loaded. Reload the page to try again.',
};
