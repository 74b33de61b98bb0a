import type { embed as english } from '../en/embed';
import type { Translated } from '../translated';

export const embed: Translated<typeof english> = {
  noSuchElement:
    'Die Adresse dieses Rahmens nennt keine Figur, die es gibt. Sie beginnt so: embed.html?element=program',
  notLoaded: 'Die Figur konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
};
