<?php
/** The list and the entry as HTML. */

defined( 'ABSPATH' ) || exit;

function schoolbell_list( $answer, $texts ) {
	if ( ! $answer['items'] ) {
		return '<p>' . esc_html( $texts['none'] ) . '</p>';
	}
	$items = array();
	foreach ( $answer['items'] as $entry ) {
		$link    = add_query_arg( 'school_news', rawurlencode( $entry['newsId'] ), get_permalink() );
		$items[] = sprintf(
			'<li><div class="schoolbell-words">%s<h2 class="schoolbell-title"><a href="%s">%s</a></h2>%s</div>%s</li>',
			schoolbell_date( $entry, $texts ),
			esc_url( $link ),
			esc_html( $entry['title'] ),
			'' === $entry['excerpt'] ? '' : '<p class="schoolbell-excerpt">' . esc_html( $entry['excerpt'] ) . '</p>',
			'' === $entry['thumbnailUrl'] ? '' : sprintf(
				'<img class="schoolbell-thumbnail" src="%s" alt="" width="200" height="200" loading="lazy" referrerpolicy="no-referrer">',
				esc_url( $entry['thumbnailUrl'] )
			)
		);
	}
	// Without the role, Safari does not announce a list that has no bullets.
	$list = '<ul class="schoolbell-list" role="list">' . implode( "\n", $items ) . '</ul>';
	return $list . schoolbell_paging( $answer, $texts );
}

function schoolbell_paging( $answer, $texts ) {
	$links = '';
	if ( 'older' === $answer['view'] ) {
		$links .= sprintf( '<a class="schoolbell-newest" href="%s">%s</a>', esc_url( get_permalink() ), schoolbell_arrow( '←', $texts['newest'] ) );
	}
	if ( null !== $answer['next'] ) {
		$link   = add_query_arg( 'school_news_after', rawurlencode( $answer['next'] ), get_permalink() );
		$links .= sprintf( '<a class="schoolbell-older" rel="next" href="%s">%s</a>', esc_url( $link ), schoolbell_arrow( $texts['older'], '→' ) );
	}
	return '' === $links ? '' : sprintf( '<nav class="schoolbell-pages" aria-label="%s">%s</nav>', esc_attr( $texts['pages'] ), $links );
}

/** Screen readers do not read the arrow. */
function schoolbell_arrow( $left, $right ) {
	$arrow = '<span aria-hidden="true">$1</span>';
	return preg_replace( '/(←|→)/u', $arrow, esc_html( $left . ' ' . $right ) );
}

function schoolbell_entry( $entry, $texts ) {
	$body     = html_entity_decode( $entry['html'], ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	$shown    = array();
	$pictures = array();
	$files    = array();
	foreach ( $entry['attachments'] as $file ) {
		if ( '' === $file['preview'] ) {
			$files[] = $file;
		} elseif ( false !== strpos( $body, $file['url'] ) || false !== strpos( $body, $file['preview'] ) ) {
			// The body shows it, so that the cover need not.
			$shown[] = $file['preview'];
		} elseif ( $file['preview'] !== $entry['coverUrl'] ) {
			$pictures[] = $file;
		}
	}
	$cover = '';
	if ( '' !== $entry['coverUrl'] && ! in_array( $entry['coverUrl'], $shown, true ) && false === strpos( $body, $entry['coverUrl'] ) ) {
		$cover = sprintf( '<img class="schoolbell-cover" src="%s" alt="" referrerpolicy="no-referrer">', esc_url( $entry['coverUrl'] ) );
	}
	// The body was sanitised when it arrived: schoolbell_read_item.
	return sprintf(
		'<article class="schoolbell-entry"><header><h2 class="schoolbell-title">%s</h2>%s</header>%s<div class="schoolbell-body">%s</div>%s%s</article>%s',
		esc_html( $entry['title'] ),
		schoolbell_date( $entry, $texts ),
		$cover,
		$entry['html'],
		schoolbell_pictures( $pictures, $texts ),
		schoolbell_files( $files, $texts ),
		schoolbell_back( $texts )
	);
}

function schoolbell_pictures( $pictures, $texts ) {
	$items = array();
	foreach ( $pictures as $index => $file ) {
		$items[] = sprintf(
			'<li><a href="%s"><img src="%s" alt="%s" loading="lazy" referrerpolicy="no-referrer"></a></li>',
			esc_url( $file['url'] ),
			esc_url( $file['preview'] ),
			esc_attr( sprintf( $texts['picture'], $index + 1, count( $pictures ) ) )
		);
	}
	return $items ? '<h3>' . esc_html( $texts['pictures'] ) . '</h3><ul class="schoolbell-pictures" role="list">' . implode( "\n", $items ) . '</ul>' : '';
}

function schoolbell_files( $files, $texts ) {
	$items = array();
	foreach ( $files as $file ) {
		$name    = wp_check_invalid_utf8( rawurldecode( wp_basename( (string) wp_parse_url( $file['url'], PHP_URL_PATH ) ) ) );
		$items[] = sprintf(
			'<li><a href="%s">%s</a>%s</li>',
			esc_url( $file['url'] ),
			esc_html( '' === $name ? $file['url'] : $name ),
			null === $file['size'] ? '' : ' <span class="schoolbell-size">' . esc_html( size_format( $file['size'] ) ) . '</span>'
		);
	}
	return $items ? '<h3>' . esc_html( $texts['files'] ) . '</h3><ul class="schoolbell-files" role="list">' . implode( "\n", $items ) . '</ul>' : '';
}

/** In the place of what is missing or cannot be shown. */
function schoolbell_sentence( $answer, $texts ) {
	$sentence = '<p>' . esc_html( $texts[ $answer['state'] ] ) . '</p>';
	return 'list' === $answer['view'] ? $sentence : $sentence . schoolbell_back( $texts );
}

function schoolbell_back( $texts ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( get_permalink() ), schoolbell_arrow( '←', $texts['all'] ) );
	return sprintf( '<nav class="schoolbell-pages" aria-label="%s">%s</nav>', esc_attr( $texts['pages'] ), $link );
}

function schoolbell_date( $entry, $texts ) {
	if ( '' === $entry['date'] ) {
		return '';
	}
	$day = new DateTimeImmutable( $entry['date'] );
	return sprintf( '<p class="schoolbell-date"><time datetime="%s">%s</time></p>', esc_attr( $entry['date'] ), esc_html( $day->format( $texts['date'] ) ) );
}
