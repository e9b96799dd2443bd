/** Both blocks in the editor. Their titles, attributes and what pages show are WordPress's: block.json and blocks.php. */
;(({ blockEditor, blocks, components, data, element, i18n, serverSideRender: ServerSideRender }) => {
  const { InspectorControls, useBlockProps } = blockEditor
  const { Disabled, PanelBody, Placeholder, RangeControl, SelectControl } = components
  const { createElement } = element
  const { __ } = i18n

  function settings({ attributes, setAttributes }, ...more) {
    const choice = (name, label, options) =>
      createElement(SelectControl, {
        label,
        value: attributes[name],
        options: [{ value: '', label: __('As in the plugin’s settings', 'schoolbell-news') }, ...options],
        onChange: value => setAttributes({ [name]: value }),
      })
    return createElement(
      InspectorControls,
      null,
      createElement(
        PanelBody,
        { title: __('Settings', 'schoolbell-news') },
        choice('site', __('Site', 'schoolbell-news'), [
          { value: 'academy', label: __('Academy', 'schoolbell-news') },
          { value: 'pre-school', label: __('Pre-school', 'schoolbell-news') },
        ]),
        choice('lang', __('Language', 'schoolbell-news'), [
          { value: 'en-US', label: __('English', 'schoolbell-news') },
          { value: 'zh-HK', label: __('Traditional Chinese', 'schoolbell-news') },
        ]),
        ...more,
      ),
    )
  }

  function EditNews(props) {
    const { attributes, setAttributes } = props
    const postId = data.useSelect(select => select('core/editor')?.getCurrentPostId?.(), [])
    const limit = createElement(RangeControl, {
      label: __('Entries on a page of the list', 'schoolbell-news'),
      min: 1,
      max: 100,
      value: attributes.limit,
      onChange: (value = 5) => setAttributes({ limit: value }),
    })
    // A link in the preview would lead away from the editor.
    const preview = createElement(
      Disabled,
      null,
      createElement(ServerSideRender, {
        block: 'schoolbell/news',
        attributes,
        urlQueryArgs: Number.isInteger(postId) ? { post_id: postId } : {},
      }),
    )
    return createElement('div', useBlockProps(), settings(props, limit), preview)
  }

  function EditPopup(props) {
    const card = createElement(Placeholder, {
      icon: 'bell',
      label: __('School popup messages', 'schoolbell-news'),
      instructions: __(
        'Visitors of this page see the school’s popup messages. This card itself is not shown.',
        'schoolbell-news',
      ),
    })
    return createElement('div', useBlockProps(), settings(props), card)
  }

  blocks.registerBlockType('schoolbell/news', { edit: EditNews, save: () => null })
  blocks.registerBlockType('schoolbell/popup', { edit: EditPopup, save: () => null })
})(window.wp)
