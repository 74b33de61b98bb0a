// The words of the page around the figures that scripts write; the prose lies in web/page/, the frame in index.html.
import { counted } from '../counted';

export const page = {
  read: 'read',
  answered: (answered: number, all: number) => `${answered} of ${all} answered`,
  progress: (read: number, sections: number, answered: number, moments: number) =>
    `${read} of ${counted(sections, 'section', 'sections')} read, ${answered}\u00a0of\u00a0${counted(moments, 'question', 'questions')} answered`,
  link: 'Link to this state',
  linked: 'The link is in the address bar, and copied',
  linkedOnly: 'The link is in the address bar',
};
